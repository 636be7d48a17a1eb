// What does the command tell the shell?
#pragma once

namespace ulplab::lab {

enum ExitCode : int {
  exit_ok = 0,
  exit_expectation_failed = 1,  ///< the experiment ran and came out otherwise
  exit_bad_input = 2,           ///< usage, a scenario, a value, an output file
  exit_device_missing = 3,      ///< a device that was asked for by name is not there
  exit_internal = 4,            ///< a bug of ours
  exit_nothing_ran = 77,        ///< verify: everything was skipped (what ctest calls SKIP_RETURN_CODE)
  exit_interrupted = 130        ///< Ctrl-C; what there was has been kept
};

}  // namespace ulplab::lab
