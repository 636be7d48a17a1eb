# How does a converter of one's own become a test?
#
#   find_package(ulplab REQUIRED)      # or add_subdirectory(ulplab)
#   add_library(half MODULE half.c)
#   ulplab_verify(TARGET half SYMBOL f32_to_f16 KIND f32_to_f16)
#
# adds the test `ulplab.half.f32_to_f16.f32_to_f16.rne`, which runs
#
#   ulplab verify f32_to_f16 --with soft --against lib:<libhalf.so>:f32_to_f16:code --rounding rne
#
# over every input there is, where there are at most 2^32. A test that could run nothing is skipped, not passed.
#
# ulplab_verify(TARGET target SYMBOL function KIND kind
#               [ROUNDING mode...]      rne, rtz, rup, rdn, rna, rto, with +sat or +nan: one test each (default rne)
#               [SIG signature]         code, value, array, array2 (default code)
#               [CONTEXT machine]       whose rules it follows: `ulplab list contexts` (default: ieee)
#               [TIMEOUT seconds]       (default 3600)
#               [ARGS argument...])     more arguments of `ulplab verify`
#
# The command is the target `ulplab` of this build, or ULPLAB_COMMAND, or is looked for beside the package and on the PATH.
include_guard(GLOBAL)

# `<prefix>/lib/cmake/ulplab` is where this file is installed, three or four folders below <prefix>.
find_program(ULPLAB_COMMAND ulplab HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin
             DOC "The command ulplab, for ulplab_verify()")
mark_as_advanced(ULPLAB_COMMAND)

function(ulplab_verify)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;SYMBOL;KIND;SIG;CONTEXT;TIMEOUT" "ROUNDING;ARGS")
  foreach(needed TARGET SYMBOL KIND)
    if(NOT arg_${needed})
      message(FATAL_ERROR "ulplab_verify: ${needed} is missing: ulplab_verify(TARGET half SYMBOL f32_to_f16 KIND f32_to_f16)")
    endif()
  endforeach()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ulplab_verify: '${arg_UNPARSED_ARGUMENTS}' is not understood: arguments of `ulplab verify` stand behind ARGS")
  endif()
  if(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "ulplab_verify: there is no target '${arg_TARGET}'")
  endif()
  get_target_property(type ${arg_TARGET} TYPE)
  if(NOT type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    message(FATAL_ERROR "ulplab_verify: '${arg_TARGET}' is no shared library: add_library(${arg_TARGET} MODULE ...)")
  endif()
  if(TARGET ulplab)
    set(command $<TARGET_FILE:ulplab>)
  elseif(ULPLAB_COMMAND)
    set(command ${ULPLAB_COMMAND})
  else()
    message(FATAL_ERROR "ulplab_verify: the command ulplab was not found: install it, put it on the PATH, or set ULPLAB_COMMAND")
  endif()
  foreach(default SIG=code ROUNDING=rne TIMEOUT=3600)
    string(REPLACE "=" ";" default ${default})
    list(GET default 0 name)
    if(NOT arg_${name})
      list(GET default 1 arg_${name})
    endif()
  endforeach()
  if(arg_CONTEXT)
    list(PREPEND arg_ARGS --context ${arg_CONTEXT})
  endif()
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  foreach(rounding IN LISTS arg_ROUNDING)
    set(test ulplab.${arg_TARGET}.${arg_SYMBOL}.${arg_KIND}.${rounding})
    add_test(NAME ${test}
             COMMAND ${command} verify ${arg_KIND} --with soft
                     --against lib:$<TARGET_FILE:${arg_TARGET}>:${arg_SYMBOL}:${arg_SIG} --rounding ${rounding} ${arg_ARGS})
    set_tests_properties(${test} PROPERTIES LABELS ulplab SKIP_RETURN_CODE 77 TIMEOUT ${arg_TIMEOUT} PROCESSORS ${cores})
  endforeach()
endfunction()
