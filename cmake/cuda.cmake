# Is CUDA part of this build, and for which devices?
#
#   ULPLAB_CUDA        AUTO: where a working nvcc is found; ON: it must be; OFF: leave it alone
#   ULPLAB_CUDA_ARCHS  for which devices, as CMake writes lists of them: 90-real, or 80-real;90 (with PTX for newer ones)
#
# Sets ULPLAB_NVCC (the compiler that was found, or empty), ULPLAB_HAVE_CUDA, and the function ulplab_cuda_objects. nvcc is
# seldom on the PATH where it is installed, so it is looked for.
set(ULPLAB_CUDA AUTO CACHE STRING "AUTO: use nvcc if it is found; ON: it must be; OFF: leave it alone")
set(ULPLAB_CUDA_ARCHS "" CACHE STRING "CUDA architectures (90-real;80), empty: one of each generation that nvcc knows, and PTX")
set_property(CACHE ULPLAB_CUDA PROPERTY STRINGS AUTO ON OFF)

set(ULPLAB_NVCC "")
set(ULPLAB_HAVE_CUDA OFF)
set(without "")  # why CUDA is no part of the build
if(ULPLAB_CUDA STREQUAL "OFF")
  set(without "ULPLAB_CUDA=OFF")
else()
  file(GLOB cuda_homes /usr/local/cuda /usr/local/cuda-* /opt/cuda)
  find_program(ULPLAB_NVCC_FOUND nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS ${cuda_homes} PATH_SUFFIXES bin)
  mark_as_advanced(ULPLAB_NVCC_FOUND)
  if(CMAKE_CUDA_COMPILER)
    set(ULPLAB_NVCC ${CMAKE_CUDA_COMPILER})
  elseif(DEFINED ENV{CUDACXX} AND EXISTS "$ENV{CUDACXX}")
    set(ULPLAB_NVCC $ENV{CUDACXX})
  elseif(ULPLAB_NVCC_FOUND)
    set(ULPLAB_NVCC ${ULPLAB_NVCC_FOUND})
  endif()
  if(NOT ULPLAB_NVCC)
    set(without "nvcc was not found: put it on the PATH, or set CUDA_HOME")
  endif()
endif()

# The architectures that are built for by default: the first of each generation, as nvcc's all-major, and 89, the first
# with FP8. What this nvcc knows, it is asked; PTX is kept for the newest only. (`all-major` itself cannot be added to, and
# CMake 3.25 does not expand it but hands it on.)
function(ulplab_cuda_default_archs nvcc result)
  execute_process(COMMAND ${nvcc} --list-gpu-arch OUTPUT_VARIABLE listed ERROR_QUIET RESULT_VARIABLE failed)
  set(known "")
  if(NOT failed)
    string(REGEX MATCHALL "compute_[0-9]+" listed "${listed}")
    list(TRANSFORM listed REPLACE "compute_" "")
    foreach(arch IN LISTS listed)
      # Below 75 there is neither BF16 nor FP8, and nvcc 13 dropped it.
      if(arch GREATER_EQUAL 75 AND (arch MATCHES "0$" OR arch EQUAL 75 OR arch EQUAL 89))
        list(APPEND known ${arch})
      endif()
    endforeach()
    list(SORT known COMPARE NATURAL)
  endif()
  if(known)
    list(POP_BACK known newest)
    list(TRANSFORM known APPEND "-real")
    list(APPEND known ${newest})  # neither -real nor -virtual: both
  endif()
  set(${result} "${known}" PARENT_SCOPE)
endfunction()

if(ULPLAB_NVCC)
  if(ULPLAB_CUDA_ARCHS)
    foreach(arch IN LISTS ULPLAB_CUDA_ARCHS)
      if(NOT arch MATCHES "^([0-9]+[af]?(-real|-virtual)?|native)$")
        message(FATAL_ERROR "ULPLAB_CUDA_ARCHS: '${arch}' is no architecture: write for instance 90-real, or 80-real;90")
      endif()
    endforeach()
    set(CMAKE_CUDA_ARCHITECTURES ${ULPLAB_CUDA_ARCHS})
  elseif(NOT CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    ulplab_cuda_default_archs(${ULPLAB_NVCC} CMAKE_CUDA_ARCHITECTURES)
    if(NOT CMAKE_CUDA_ARCHITECTURES)
      unset(CMAKE_CUDA_ARCHITECTURES)
    endif()
  endif()

  # The hint goes through CUDACXX: with CMAKE_CUDA_COMPILER set, check_language tests nothing, and a broken nvcc would end the
  # configure step instead of leaving CUDA out. What an earlier run of CMake found broken is tried again.
  if(DEFINED CMAKE_CUDA_COMPILER AND NOT CMAKE_CUDA_COMPILER)
    unset(CMAKE_CUDA_COMPILER CACHE)
    unset(CMAKE_CUDA_COMPILER)
  endif()
  if(NOT DEFINED CMAKE_CUDA_COMPILER)
    set(ENV{CUDACXX} ${ULPLAB_NVCC})
  endif()
  set(ENV{CUDAHOSTCXX} ${CMAKE_CXX_COMPILER})  # for the test; it leaves the variable empty, so that is set afterwards
  # CMAKE_CXX_STANDARD would be inherited, and CMAKE_CUDA_STANDARD used in the compiler's own test: CMake 3.25 does not know
  # C++20 for nvcc. So this file sets both afterwards.
  set(cxx_standard ${CMAKE_CXX_STANDARD})
  unset(CMAKE_CXX_STANDARD)
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
    enable_language(CUDA)
    find_package(CUDAToolkit)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.8)
      set(without "${CMAKE_CUDA_COMPILER} is version ${CMAKE_CUDA_COMPILER_VERSION}, and FP4 and E8M0 came with 12.8: install a newer toolkit")
    elseif(NOT TARGET CUDA::cudart_static)
      set(without "${CMAKE_CUDA_COMPILER} has no libcudart_static.a beside it: install the whole toolkit")
    endif()
  else()
    set(without "${ULPLAB_NVCC} does not work: CMakeFiles/CMakeError.log in the build folder has what it said")
  endif()
  set(CMAKE_CXX_STANDARD ${cxx_standard})
endif()

if(NOT without)
  set(ULPLAB_HAVE_CUDA ON)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # newer ones know it
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  set(CMAKE_CUDA_EXTENSIONS OFF)
  message(STATUS "CUDA: ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
elseif(ULPLAB_CUDA STREQUAL "ON")
  message(FATAL_ERROR "ULPLAB_CUDA is ON, but ${without}. ULPLAB_CUDA=AUTO builds without")
else()
  message(STATUS "CUDA: none (${without})")
endif()

# What decides about bits, and what a report says about it: a * b + c is two roundings, on both sides.
set(ULPLAB_CUDA_FLAGS -fmad=false -Xcompiler=-ffp-contract=off)

# ulplab_cuda_objects(target SOURCES file... [ALSO_FOR arch...] SEES room...): .cu files of a room, compiled for the devices.
# They do not link ulplab_options, whose options are g++'s; here are those that nvcc takes.
function(ulplab_cuda_objects target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;ALSO_FOR;SEES")
  add_library(${target} OBJECT ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_SEES})
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Static CUDA_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES};${arg_ALSO_FOR}")
  target_compile_options(${target} PRIVATE
    ${ULPLAB_CUDA_FLAGS}
    --extended-lambda              # rows of tables hold device functions as lambdas
    --default-stream=per-thread    # every thread of the host has a stream of its own
    # The host's warnings, less four: -Wpedantic objects to line directives in what nvcc writes, -Wconversion to its stubs for
    # kernels (our headers are compiled with both for the host), and the last two to NVIDIA's headers, which nvcc does not
    # pass on as a system's.
    -Xcompiler=-Wall,-Wextra,-Wno-unused-parameter,-Wno-unused-function
    # ptxas cannot know how deep SumPairwise recurses. The stack is set before it is launched.
    -Xptxas=-suppress-stack-size-warning)
endfunction()
