// Shards of one verification -> the whole, as if it had been run in one piece.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "gpu/verify/session.hpp"
#include "lab/report/problem.hpp"

namespace ulplab::lab {

struct ShardFile {
  std::string file;
  verify::Session session;
};

/// Counts are added, the first mismatches are the first of all, known differences are judged on the whole. The merged session is
/// that of an unsharded run in everything but the time, which is the sum, and the circumstances, which are all named. A shard
/// that was interrupted or failed on the way makes the whole so.
///
/// Problems: no file; shards that are missing, there twice, or of another build, contestant, kind or set of inputs.
std::variant<verify::Session, Problems> merge(const std::vector<ShardFile>&);

}  // namespace ulplab::lab
