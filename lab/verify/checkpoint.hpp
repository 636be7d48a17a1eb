// Where a verification had come to when it was ended, in a file (`--resume FILE`).
//
// The file holds the session so far, whole at every moment. A run goes on from it only if it is the same command by the same build.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "gpu/verify/session.hpp"
#include "lab/report/problem.hpp"

namespace ulplab::lab {

inline constexpr std::string_view checkpoint_schema = "ulplab.verify.checkpoint/1";

std::string to_json(const verify::Resume&);

/// A Problem names the file and what is wrong with it.
std::variant<verify::Resume, Problem> read_checkpoint(const std::string& file);

/// Did the run come to its end?
bool is_done(const verify::Resume&);

/// Why the run that is `planned` may not go on from the checkpoint: each thing that differs. Empty if it may.
Problems refusals(const std::string& file, const verify::Session& planned, const verify::Resume&);

}  // namespace ulplab::lab
