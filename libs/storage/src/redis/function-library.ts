import { createHash } from 'node:crypto';

/** Raised when an older release could misread what lies in Redis. */
export const FORMAT = '1';

/**
 * The least the revision jumps when the history goes on at another place, so that no revision of writes that were lost is ever given
 * again: more than can be written in the minutes a replica may lag behind. It is a random multiple of it (1 to 1,024): of two epochs
 * begun on two servers, of which one is lost, the revisions shall differ.
 */
export const EPOCH_JUMP = 16_777_216;
const MOST_JUMPS = 1_024;

/**
 * The server side of the driver. Each function is one atomic step; `KEYS[1]` is the base of all keys, such as `{orch}`:
 * - `:meta` (hash): `format`, `epoch`, `revision` (newest), `oldest` (history starts after it), `trimmed` (up to there it is gone),
 *   `server` (whose history this is), `gaps` (revisions lost by fail-overs, as `after:next ` one after the other), `fence` (counter, see `fence`).
 * - `:keys` (hash): storage key to the revision it stands at. `:index` (sorted set): the storage keys in the order of their bytes.
 * - `:v:<revision>`: the value written at that revision, once; kept until what replaced it leaves the history.
 * - `:log` (stream): entry `<revision>-0` with `t` (p: put, d: delete, x: purge, e: a new epoch), `k` (key), `b` (revision before; 0:
 *   none), `m` (milliseconds since 1970).
 * - `:w:<writer>`: number and outcome of the writer's last batch, so that one that is sent again is not done again.
 */
const SOURCE = `
local function text(number) return string.format('%.0f', number) end

local function now(given)
  if given ~= '' then return given end
  local time = redis.call('TIME')
  return text(tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
end

local function append(base, revision, kind, key, before, time)
  redis.call('XADD', base .. ':log', revision .. '-0', 't', kind, 'k', key, 'b', before, 'm', time)
end

-- server, random hexadecimal digits, newest revision the caller has seen, time
local function open(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'format', 'epoch', 'revision', 'server', 'oldest', 'gaps', 'filling', 'trimmed')
  if m[1] and m[1] ~= '${FORMAT}' then return { 'format', m[1] } end
  if m[7] then return { 'filling' } end
  local seen, revision = tonumber(args[3]), tonumber(m[3] or '0')
  if m[1] and m[4] == args[1] and revision >= seen then return { 'open', m[2], m[3], m[5], m[6] } end
  local count = tonumber(string.match(m[2] or '0', '^%d+')) + 1
  local epoch, gaps = text(count) .. '-' .. args[2], m[6] or ''
  local newest = revision
  if m[1] or seen > 0 then
    newest = math.max(revision, seen) + ${EPOCH_JUMP} * (1 + tonumber(string.sub(args[2], 1, 4), 16) % ${MOST_JUMPS})
    append(base, text(newest), 'e', '', text(revision), now(args[4]))
    gaps = gaps .. text(revision) .. ':' .. text(newest) .. ' '
  end
  local oldest = m[5] or '0'
  redis.call('HSET', meta, 'format', '${FORMAT}', 'epoch', epoch, 'revision', text(newest), 'server', args[1], 'oldest', oldest, 'trimmed', m[8] or oldest, 'gaps', gaps)
  return { 'open', epoch, text(newest), oldest, gaps }
end

-- epoch, writer, number of the batch, time; then for each write: what, key, expected, whether the revision goes in, head, tail
local function commit(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'epoch', 'revision')
  if m[1] ~= args[1] then return { 'epoch' } end
  local writer = base .. ':w:' .. args[2]
  local last = redis.call('GET', writer)
  if last then
    local number, told = string.match(last, '^(%d+) (.*)$')
    if number == args[3] then return { 'done', told } end
    if tonumber(number) > tonumber(args[3]) then return { 'stale' } end
  end
  local pointers, revision, time = base .. ':keys', tonumber(m[2]), now(args[4])
  local told = { time }
  for at = 5, #args, 6 do
    local what, key, expected = args[at], args[at + 1], args[at + 2]
    local standing = redis.call('HGET', pointers, key)
    local outcome
    if what == 'c' then
      if standing then outcome = 'E' .. standing end
    elseif not standing then outcome = 'N'
    elseif standing ~= expected then outcome = 'C' .. standing end
    if not outcome then
      revision = revision + 1
      outcome = text(revision)
      local value = args[at + 4]
      if args[at + 3] == '1' then value = value .. outcome .. args[at + 5] end
      redis.call('SET', base .. ':v:' .. outcome, value)
      if what == 'd' then
        redis.call('HDEL', pointers, key)
        redis.call('ZREM', base .. ':index', key)
        append(base, outcome, 'd', key, standing, time)
      else
        redis.call('HSET', pointers, key, outcome)
        if what == 'c' then redis.call('ZADD', base .. ':index', 0, key) end
        append(base, outcome, 'p', key, standing or '0', time)
      end
    end
    told[#told + 1] = outcome
  end
  local outcomes = table.concat(told, ' ')
  redis.call('HSET', meta, 'revision', text(revision))
  redis.call('SET', writer, args[3] .. ' ' .. outcomes, 'EX', 86400)
  return { 'done', outcomes }
end

-- epoch, time, lowest and highest key as ZRANGE takes them, limit
local function purge(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'epoch', 'revision')
  if m[1] ~= args[1] then return { 'epoch' } end
  local revision, time = tonumber(m[2]), now(args[2])
  local doomed = redis.call('ZRANGE', base .. ':index', args[3], args[4], 'BYLEX', 'LIMIT', '0', args[5])
  for _, key in ipairs(doomed) do
    revision = revision + 1
    append(base, text(revision), 'x', key, redis.call('HGET', base .. ':keys', key), time)
    redis.call('HDEL', base .. ':keys', key)
    redis.call('ZREM', base .. ':index', key)
  end
  redis.call('HSET', meta, 'revision', text(revision))
  return { 'done', tostring(#doomed), text(revision) }
end

-- time, window, limit. What leaves the history is told first, and goes with the next call: who begins to read where it is told to start finds it.
local function trim(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'oldest', 'gaps', 'trimmed')
  local told, gone = m[1], m[3]
  if not told then return { '0', '' } end
  if gone ~= told then
    local entries = redis.call('XRANGE', base .. ':log', '-', told .. '-0', 'COUNT', args[3])
    for _, entry in ipairs(entries) do
      local kind, before = entry[2][2], entry[2][6]
      gone = string.match(entry[1], '^%d+')
      if kind ~= 'e' and before ~= '0' then redis.call('UNLINK', base .. ':v:' .. before) end
      if kind == 'd' then redis.call('UNLINK', base .. ':v:' .. gone) end
    end
    if #entries < tonumber(args[3]) then gone = told end
    redis.call('XTRIM', base .. ':log', 'MINID', text(tonumber(gone) + 1) .. '-0')
    local gaps = string.gsub(m[2], '(%d+):(%d+) ', function(_, upTo)
      if tonumber(upTo) <= tonumber(gone) then return '' end
    end)
    redis.call('HSET', meta, 'trimmed', gone, 'gaps', gaps)
    if gone ~= told then return { told, '0' } end
  end
  local time, window, due = tonumber(now(args[1])), tonumber(args[2]), ''
  local oldest = told
  local entries = redis.call('XRANGE', base .. ':log', text(tonumber(told) + 1) .. '-0', '+', 'COUNT', args[3])
  for _, entry in ipairs(entries) do
    local stamped = tonumber(entry[2][8])
    if math.abs(time - stamped) < window then
      due = text(stamped + window)
      break
    end
    oldest = string.match(entry[1], '^%d+')
  end
  if oldest == told then return { told, due } end
  redis.call('HSET', meta, 'oldest', oldest)
  if due == '' and #entries == tonumber(args[3]) then due = '0' end
  return { oldest, due }
end

-- Not declared as a reader, so that a server which is not the primary any more refuses it.
local function newest(keys, args)
  return redis.call('HMGET', keys[1] .. ':meta', 'epoch', 'revision', 'oldest', 'gaps')
end

-- A write that changes nothing: when replicas have it, they have all that was before it.
local function fence(keys, args)
  redis.call('HINCRBY', keys[1] .. ':meta', 'fence', 1)
  return newest(keys, args)
end

-- lowest and highest key as ZRANGE takes them, limit
local function page(keys, args)
  local found = redis.call('ZRANGE', keys[1] .. ':index', args[1], args[2], 'BYLEX', 'LIMIT', '0', args[3])
  if #found == 0 then return { found, {} } end
  return { found, redis.call('HMGET', keys[1] .. ':keys', unpack(found)) }
end

-- revisions, with a space between them
local function values(keys, args)
  local found, at = {}, keys[1] .. ':v:'
  for revision in string.gmatch(args[1], '%d+') do found[#found + 1] = redis.call('GET', at .. revision) end
  return found
end

-- key
local function get(keys, args)
  local standing = redis.call('HGET', keys[1] .. ':keys', args[1])
  if not standing then return {} end
  return { standing, redis.call('GET', keys[1] .. ':v:' .. standing) }
end

-- step (begin, put, finish), revision; for put also for each item: key, revision, value
local function fill(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'format', 'filling', 'revision', 'epoch')
  if args[1] == 'begin' then
    if m[2] then return { 'filling' } end
    if m[1] and (m[3] ~= '0' or redis.call('EXISTS', base .. ':keys') == 1) then return { 'used' } end
    redis.call('HSET', meta, 'format', '${FORMAT}', 'filling', args[2])
    return { 'done' }
  end
  if m[2] ~= args[2] then return { 'lost' } end
  if args[1] == 'put' then
    for at = 3, #args, 3 do
      if redis.call('HSETNX', base .. ':keys', args[at], args[at + 1]) == 0 then return { 'double', args[at] } end
      redis.call('ZADD', base .. ':index', 0, args[at])
      redis.call('SET', base .. ':v:' .. args[at + 1], args[at + 2])
    end
    return { 'done' }
  end
  redis.call('HDEL', meta, 'filling')
  redis.call('HSET', meta, 'epoch', '1-' .. args[4], 'revision', args[2], 'server', args[3], 'oldest', args[2], 'trimmed', args[2], 'gaps', '')
  return { 'done' }
end
`;

/** What can be called, and how Redis shall treat it. */
const FUNCTIONS = {
  // Taking away must be possible when memory is full, also for who comes then.
  open: 'allow-oom',
  commit: '',
  remove: 'commit/allow-oom',
  purge: 'allow-oom',
  trim: 'allow-oom',
  newest: 'allow-oom',
  fence: 'allow-oom',
  page: 'no-writes',
  values: 'no-writes',
  get: 'no-writes',
  fill: '',
} as const;

export type FunctionName = keyof typeof FUNCTIONS;

/**
 * Named by its content: servers of different releases each load their own, side by side, and none replaces another's.
 */
const library = `orch_${FORMAT}_${createHash('sha256').update(SOURCE).digest('hex').slice(0, 12)}`;

/** The name a function is called by in Redis. */
export const functionName = (name: FunctionName): string => `${library}_${name}`;

/** What `FUNCTION LOAD` takes. */
export function librarySource(): string {
  const registered = Object.entries(FUNCTIONS).map(([name, traits]) => {
    const [callback, flag] = traits.includes('/') ? traits.split('/') : [name, traits];
    const flags = flag === '' ? '' : `, flags = { '${flag}' }`;
    return `redis.register_function{ function_name = '${library}_${name}', callback = ${callback}${flags} }`;
  });
  return `#!lua name=${library}\n${SOURCE}\n${registered.join('\n')}\n`;
}
