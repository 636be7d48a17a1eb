// What does a verification say to a person?
//
// A Session as a Report: the checks, the first mismatches explained, the classes that were counted, known differences, what was
// not run and why. One finding a check: held, failed, or skipped with the reason. The numbers are the session's; nothing is run.
#pragma once

#include <string>

#include "gpu/verify/session.hpp"
#include "lab/report/report.hpp"

namespace ulplab::lab {

Report report_of(const verify::Session&);

/// "executed 4 294 967 296 of 4 294 967 296 inputs": of those that the checks which could run have in this shard.
std::string executed_sentence(const verify::Session&);

/// Why nothing ran, where nothing did: the reason that most checks give, with the number of the others. Empty if something ran.
std::string why_nothing_ran(const verify::Session&);

}  // namespace ulplab::lab
