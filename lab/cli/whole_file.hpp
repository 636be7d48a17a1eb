// How does a file come to be there whole or not at all?
//
// It is written beside its name and renamed at the end. Symbolic links are followed; what is no regular file, such as a
// device or a pipe, is written in place.
#pragma once

#include <string>
#include <string_view>

namespace ulplab::lab {

/// The environment got in the way: a directory that is not there, a full disk. Caught in main: its sentence, exit code 2.
struct OutputError {
  std::string sentence;
};

/// All bytes, or the errno of what went wrong; 0: nothing did.
int write_all(int descriptor, std::string_view bytes);

class WholeFile {
 public:
  explicit WholeFile(std::string name);  ///< throws OutputError if it cannot be written
  ~WholeFile();                          ///< leaves what was there before, unless it was kept
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  const std::string& name() const { return name_; }  ///< as it was given
  int descriptor() const { return descriptor_; }
  void write(std::string_view bytes);                ///< throws OutputError
  /// Puts it into place, on the disk. Nothing is written after this. Throws OutputError.
  void keep();

 private:
  [[noreturn]] void fail(const std::string& why) const;

  std::string name_;
  std::string target_;     ///< what the name stands for
  std::string temporary_;  ///< beside it; empty: written in place
  int descriptor_ = -1;
};

/// Replaces the file, or leaves it as it was and says why.
std::string write_whole(const std::string& name, std::string_view content);

/// Of all that are not in place yet. A signal handler may call it.
void remove_unfinished_files();

}  // namespace ulplab::lab
