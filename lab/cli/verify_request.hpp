// What did a person ask of verify? Options as they were typed -> contestants and a request, or what to write instead.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "gpu/verify/session.hpp"
#include "lab/cli/commands.hpp"

namespace ulplab::lab {

struct VerifyRequest {
  std::unique_ptr<verify::Contestant> with, against;
  verify::Request request;
};

struct Refusal {
  std::string sentence;
  std::string hint;
};

std::variant<VerifyRequest, Refusal> read_request(const VerifyOptions&);

/// --merge runs nothing, so it takes nothing that says what to run.
std::variant<std::monostate, Refusal> check_merge(const VerifyOptions&);

}  // namespace ulplab::lab
