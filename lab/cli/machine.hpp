// On what was this built, and on what does it run? For doctor and for the provenance of a verification.
#pragma once

#include <string>

namespace ulplab::lab {

/// "AMD EPYC 9B14"; "unknown" where the system does not tell.
std::string processor_name();
/// "g++ 12.2.0"
std::string compiler_name();
/// What arithmetic was compiled with: "-O3 -DNDEBUG -ffp-contract=off".
std::string compiler_flags();

}  // namespace ulplab::lab
