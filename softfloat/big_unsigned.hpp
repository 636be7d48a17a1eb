// How do we hold the exact value of a long text?
//
// An unsigned integer of fixed capacity: no allocation, and the limbs above the size are never initialised, so a short
// number costs what a short number should.
//
// The capacity follows from the limits in format.hpp. Whatever a rounding decision compares with (a number, a midpoint, the
// border between two values of the stochastic fraction, also as if the exponent range were unbounded) is an integer
// m * 2^-q with m < 2^95 and q <= 16383 (emin) + 61 (trailing bits) + 1 (tininess after rounding) + 32 (random bits) = 16477.
// As a decimal it has at most log10(2^95 * 5^16477) < 11546 significant digits. Two texts with the same 11600 leading
// digits that both go on lie between the same two such numbers: of the rest only whether it is zero matters.
//
//     11600 digits                                                    38535 bits
//     5^k for k <= 11600 + 4960 (smaller texts are below all borders) 38452 bits
//     127 bits of quotient, alignment to a limb                         191 bits     -> 610 limbs of 64 bits
#pragma once

#include "softfloat/portability.hpp"

namespace ulplab {

class BigUnsigned {
 public:
  static constexpr int capacity = 620;              ///< limbs
  static constexpr int capacity_bits = capacity * 64;

  ULPLAB_HD constexpr explicit BigUnsigned(std::uint64_t value = 0) : size_(value == 0 ? 0 : 1) { limbs_[0] = value; }
  ULPLAB_HD constexpr BigUnsigned(const BigUnsigned& other) : size_(0) { copy(other); }
  ULPLAB_HD constexpr BigUnsigned& operator=(const BigUnsigned& other) {
    if (this != &other) copy(other);
    return *this;
  }

  ULPLAB_HD constexpr bool zero() const { return size_ == 0; }
  /// Number of bits without leading zeros; 0 for zero.
  ULPLAB_HD constexpr int bit_length() const { return size_ == 0 ? 0 : size_ * 64 - leading_zeros(limbs_[size_ - 1]); }

  /// *this = *this * factor + addend.
  ULPLAB_HD constexpr void multiply_add(std::uint64_t factor, std::uint64_t addend) {
    std::uint64_t carry = addend;
    for (int i = 0; i < size_; ++i) {
      const uint128 product = uint128{limbs_[i]} * factor + carry;
      limbs_[i] = static_cast<std::uint64_t>(product);
      carry = static_cast<std::uint64_t>(product >> 64);
    }
    push(carry);
  }

  ULPLAB_HD constexpr void multiply_power_of_five(int n) {
    constexpr int step = 27;  // 5^27 < 2^63
    constexpr std::uint64_t five_to_step = 7450580596923828125;
    for (; n >= step; n -= step) multiply_add(five_to_step, 0);
    std::uint64_t rest = 1;
    for (; n > 0; --n) rest *= 5;
    multiply_add(rest, 0);
  }
  ULPLAB_HD constexpr void multiply_power_of_ten(int n) {
    multiply_power_of_five(n);
    shift_left(n);
  }

  ULPLAB_HD constexpr void shift_left(int n) {
    if (size_ == 0 || n == 0) return;
    const int limbs = n / 64;
    const int bits = n % 64;
    const std::uint64_t out = bits == 0 ? 0 : limbs_[size_ - 1] >> (64 - bits);
    for (int i = size_ - 1; i >= 0; --i) {
      const std::uint64_t from_below = bits == 0 || i == 0 ? 0 : limbs_[i - 1] >> (64 - bits);
      limbs_[i + limbs] = (limbs_[i] << bits) | from_below;
    }
    for (int i = 0; i < limbs; ++i) limbs_[i] = 0;
    size_ += limbs;
    push(out);
  }

  /// Negative, zero or positive, as *this is less than, equal to or greater than other.
  ULPLAB_HD constexpr int compare(const BigUnsigned& other) const {
    if (size_ != other.size_) return size_ < other.size_ ? -1 : 1;
    for (int i = size_ - 1; i >= 0; --i)
      if (limbs_[i] != other.limbs_[i]) return limbs_[i] < other.limbs_[i] ? -1 : 1;
    return 0;
  }

  ULPLAB_HD constexpr void add(const BigUnsigned& other) {
    std::uint64_t carry = 0;
    const int longer = size_ > other.size_ ? size_ : other.size_;
    for (int i = 0; i < longer; ++i) {
      const uint128 sum = uint128{limb(i)} + other.limb(i) + carry;
      limbs_[i] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    size_ = longer;
    push(carry);
  }

  /// Precondition: *this >= other.
  ULPLAB_HD constexpr void subtract(const BigUnsigned& other) {
    subtract_multiple(other, 1);
    trim();
  }

  /// Divides by a small number and returns the remainder.
  ULPLAB_HD constexpr std::uint64_t divide(std::uint64_t divisor) {
    std::uint64_t remainder = 0;
    for (int i = size_ - 1; i >= 0; --i) {
      const uint128 part = (uint128{remainder} << 64) | limbs_[i];
      limbs_[i] = static_cast<std::uint64_t>(part / divisor);
      remainder = static_cast<std::uint64_t>(part - uint128{limbs_[i]} * divisor);
    }
    trim();
    return remainder;
  }

  /// Returns floor(*this / divisor) and leaves the remainder. Preconditions: the quotient is below 2^64, and the highest
  /// bit of the divisor is the highest of a limb. Knuth, TAOCP vol. 2, 4.3.1: with such a divisor the quotient of the
  /// leading limbs is the right one or up to two too large.
  ULPLAB_HD constexpr std::uint64_t take_quotient(const BigUnsigned& divisor) {
    const int n = divisor.size_;
    if (size_ < n) return 0;
    const std::uint64_t top = divisor.limbs_[n - 1];
    std::uint64_t quotient = ~std::uint64_t{0};
    if (limb(n) < top) quotient = static_cast<std::uint64_t>(((uint128{limb(n)} << 64) | limbs_[n - 1]) / top);
    if (size_ == n) limbs_[size_++] = 0;
    for (bool below_zero = subtract_multiple(divisor, quotient); below_zero; --quotient) below_zero = !add_back(divisor);
    trim();
    return quotient;
  }

  /// The leading 128 bits: the number is bits * 2^exponent, and more if `more`.
  struct Top {
    uint128 bits;
    int exponent;
    bool more;
  };
  ULPLAB_HD constexpr Top top() const {
    const int exponent = bit_length() - 128;
    if (exponent <= 0) return {(uint128{limb(1)} << 64) | limb(0), 0, false};
    const int first = exponent / 64;
    const int bits = exponent % 64;
    const uint128 low = (uint128{limbs_[first + 1]} << 64) | limbs_[first];
    const uint128 high = bits == 0 ? uint128{0} : uint128{limb(first + 2)} << (128 - bits);
    bool more = low_bits(limbs_[first], bits) != 0;
    for (int i = 0; i < first && !more; ++i) more = limbs_[i] != 0;
    return {high | (low >> bits), exponent, more};
  }

 private:
  ULPLAB_HD constexpr std::uint64_t limb(int i) const { return i < size_ ? limbs_[i] : 0; }
  ULPLAB_HD constexpr void push(std::uint64_t limb) {
    if (limb != 0) limbs_[size_++] = limb;
  }
  ULPLAB_HD constexpr void trim() {
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  }
  ULPLAB_HD constexpr void copy(const BigUnsigned& other) {
    size_ = other.size_;
    for (int i = 0; i < size_; ++i) limbs_[i] = other.limbs_[i];
  }

  /// *this -= factor * other, modulo 2^(64 * size); true if the exact difference is negative.
  ULPLAB_HD constexpr bool subtract_multiple(const BigUnsigned& other, std::uint64_t factor) {
    std::uint64_t borrow = 0;
    for (int i = 0; i < size_; ++i) {
      const uint128 product = uint128{other.limb(i)} * factor + borrow;
      const auto low = static_cast<std::uint64_t>(product);
      borrow = static_cast<std::uint64_t>(product >> 64) + (limbs_[i] < low ? 1 : 0);
      limbs_[i] -= low;
    }
    return borrow != 0;
  }
  /// *this += other, modulo 2^(64 * size); true if it went around.
  ULPLAB_HD constexpr bool add_back(const BigUnsigned& other) {
    std::uint64_t carry = 0;
    for (int i = 0; i < size_; ++i) {
      const uint128 sum = uint128{limbs_[i]} + other.limb(i) + carry;
      limbs_[i] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    return carry != 0;
  }

  int size_;
  std::uint64_t limbs_[capacity];  // least significant first; limbs_[size_ - 1] != 0
};

}  // namespace ulplab
