// pipe:COMMAND and pipe-testfloat:COMMAND: does this program answer right?
//
// `{kind}` and `{mode}` in the command are replaced (f32_to_f16, rne), and the environment has ULPLAB_KIND and ULPLAB_MODE. A
// program that answers line by line is started once. One that gathers its output until its input ends is noticed, and started
// for every block of inputs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "gpu/verify/contestant.hpp"
#include "gpu/verify/pipe_process.hpp"

namespace ulplab::verify {

/// The time limit without an answer is set by ULPLAB_PIPE_SECONDS. A sentence if that is no number, or the command empty.
std::variant<std::unique_ptr<Contestant>, std::string> open_pipe(std::string_view command, bool testfloat);
std::variant<std::unique_ptr<Contestant>, std::string> open_pipe(std::string_view command, bool testfloat, const PipeLimits&);

}  // namespace ulplab::verify
