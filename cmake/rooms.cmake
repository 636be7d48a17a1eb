# How does a room see another room's headers? Only by linking it.
#
# An include is written from the root of the repository, as "gpu/kernels/sum.hpp", but the root is on nobody's include
# path: then every room could see every other. Instead each room has a root of its own in the build folder, in which
# there is nothing but a link to its folder:
#
#     build/release/rooms/ulplab_kernels/gpu/kernels -> gpu/kernels
#
# and a target passes on the roots of the rooms that it links. Who links whom is the plan of the house (docs/adr/0004).

# Gives `target` the include root that holds `folder` (relative to the repository). A folder with another room inside it
# (softfloat, with softfloat/exact) is linked HEADER BY HEADER, so that the inner room stays closed.
function(ulplab_include_root target folder scope)
  cmake_parse_arguments(PARSE_ARGV 3 arg "HEADER_BY_HEADER" "" "")
  set(root ${ulplab_BINARY_DIR}/rooms/${target})
  set(from ${ulplab_SOURCE_DIR}/${folder})
  if(NOT IS_DIRECTORY ${from})  # git keeps no empty folders
    return()
  endif()
  set(to ${root}/${folder})
  if(arg_HEADER_BY_HEADER)
    file(MAKE_DIRECTORY ${to})
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${from} ${from}/*.hpp)
    file(GLOB links RELATIVE ${to} ${to}/*.hpp)
    foreach(link IN LISTS links)
      if(NOT link IN_LIST headers)
        file(REMOVE ${to}/${link})
      endif()
    endforeach()
    foreach(header IN LISTS headers)
      file(CREATE_LINK ${from}/${header} ${to}/${header} SYMBOLIC)
    endforeach()
  else()
    cmake_path(GET to PARENT_PATH parent)
    file(MAKE_DIRECTORY ${parent})
    file(CREATE_LINK ${from} ${to} SYMBOLIC)
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${root}>)
endfunction()

# ulplab_room(ulplab_report FOLDER lab/report [SOURCES glob...] [SEES room...] [USES library...])
#
# A static library of the room's *.cpp (and of further globs), or an interface library while there are none. SEES: rooms
# whose headers its own headers may include. USES: libraries that only its .cpp files may include.
function(ulplab_room target)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "FOLDER" "SOURCES;SEES;USES" )
  list(TRANSFORM room_SOURCES PREPEND ${ulplab_SOURCE_DIR}/${room_FOLDER}/)
  file(GLOB sources CONFIGURE_DEPENDS ${ulplab_SOURCE_DIR}/${room_FOLDER}/*.cpp ${room_SOURCES})
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE ulplab_options ${room_USES})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(${target} ${scope} ${room_SEES})
  ulplab_include_root(${target} ${room_FOLDER} ${scope})
endfunction()
