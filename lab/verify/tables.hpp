// The tables of a verification's report; each is left out where it would be empty.
#pragma once

#include <vector>

#include "gpu/verify/session.hpp"
#include "lab/report/table.hpp"

namespace ulplab::lab {

/// One row a check that was run: by whom, how much of how much, and what came out.
Table checks_table(const verify::Session&);

/// For each check that failed its first mismatches, a row for every operand, for the expected result and the other one; then
/// the commands that ask again.
std::vector<Table> mismatch_tables(const verify::Session&);

/// How many operands, results and mismatches there are of each class.
std::vector<Table> class_tables(const verify::Session&);

/// How often each known difference occurred, and how often it should.
std::vector<Table> known_tables(const verify::Session&);

/// What the documented sets hold, where not all inputs were run.
std::vector<Table> section_tables(const verify::Session&);

/// Tool, machine and contestants.
Table provenance_table(const verify::Session&);

/// "f32_to_f16 rne+sat"
std::string title_of(const verify::CheckResult&);
/// 4294967296 as "2^32"; other numbers and texts as they are, in groups of three.
std::string out_of_text(const verify::CheckResult&);

}  // namespace ulplab::lab
