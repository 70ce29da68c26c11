import { createHash } from 'node:crypto';

import { EPOCH_BASE_MS, EPOCH_JUMP, LATEST_EPOCH_MS, REVISIONS_PER_MS } from '../epoch-revision.js';

/** Format of the keys in Redis. Raise it when an older release could misread them. */
export const FORMAT = '1';

/** Maximum number of recorded gaps of lost revisions. */
const MAX_GAPS = 16;

/**
 * The server-side functions of the driver. Each call is atomic; `KEYS[1]` is the prefix of all keys, such as `{orch}`:
 * - `:meta` (hash): `format`, `epoch`, `checked` (the epoch in which index and log were compared), `loaded:<library>` (the server process
 *   into which the functions were loaded), `revision` (newest), `oldest` (history
 *   starts after it), `trimmed` (entries are deleted up to it),
 *   `server` (identity of the last server), `gaps` (revisions lost by fail-overs, a list of `after:next `), `fence` (counter, see `fence`),
 *   `store` (random id, which copies of the store share; releases without it leave it as it is), `from` (id of the other store that the last process from another store had served).
 * - `:keys` (hash): storage key to its current revision. `:index` (sorted set): the storage keys in byte order.
 * - `:v:<revision>`: the value written at that revision; kept until the event that replaced it leaves the history window.
 * - `:sums` (hash): revision to the checksum of its value, see value-sum.ts. Values of releases without checksums have none.
 * - `:log` (stream): entry `<revision>-0` with `t` (p: put, d: delete, x: purge, e: a new epoch), `k` (key), `b` (previous revision; 0:
 *   none), `m` (milliseconds since 1970), `c` (checksum of the first three; not of x and e).
 * - `:w:<writer>`: number and outcome of the writer's last batch, so that a retried batch is not applied twice.
 */
const SOURCE = `
local function text(number) return string.format('%.0f', number) end

local function now(given)
  if given ~= '' then return given end
  local time = redis.call('TIME')
  return text(tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
end

local function append(base, revision, kind, key, before, time, check)
  if check then
    redis.call('XADD', base .. ':log', revision .. '-0', 't', kind, 'k', key, 'b', before, 'm', time, 'c', check)
  else
    redis.call('XADD', base .. ':log', revision .. '-0', 't', kind, 'k', key, 'b', before, 'm', time)
  end
end

-- Raises the refusal of a later command before the first one: Redis does not roll back, and what precedes a refused command would stay, for example an
-- entry of the log with the revision of the next write. creates and deletes: whether there are such writes.
local function check_writable(base, creates, deletes)
  local function check(...)
    if not redis.acl_check_cmd(...) then error('the user may not run ' .. select(1, ...) .. ' on ' .. select(2, ...)) end
  end
  redis.call('HGET', base .. ':sums', '')
  redis.call('ZRANGE', base .. ':index', 0, 0)
  check('SET', base .. ':v:0', '')
  check('HSET', base .. ':keys', '', '')
  check('XADD', base .. ':log', '0-1', 't', '')
  if creates then check('ZADD', base .. ':index', 0, '') end
  if deletes then
    check('HDEL', base .. ':keys', '')
    check('ZREM', base .. ':index', '')
  end
end

-- Doubles are exact up to 2^53: above it a write would get the revision of the one before, and replace its value.
local function check_revisions(revision, writes)
  if revision + writes > ${Number.MAX_SAFE_INTEGER} then error('no revision is left after ' .. text(revision)) end
end

local function is_ordered(base, key)
  return #redis.call('ZRANGE', base .. ':index', '[' .. key, '[' .. key, 'BYLEX') > 0
end

-- newest known revision, time, random hexadecimal digits (see epoch-revision.ts)
local function epoch_start(known, time, random)
  local digits = tonumber(string.sub(random, 1, 8), 16)
  local start = (math.min(time, ${LATEST_EPOCH_MS}) - ${EPOCH_BASE_MS}) * ${REVISIONS_PER_MS} + digits % ${REVISIONS_PER_MS / 2}
  if start > known then return start end
  return known + ${EPOCH_JUMP} + 4 * digits
end

-- Gaps outlive the history: a watch may continue from an older revision when nothing changed since, unless that revision was lost. Above the
-- limit the oldest two are merged, including the revisions between them: watches from those must relist.
local function with_gap(gaps, after, next)
  local all = {}
  for from, to in string.gmatch(gaps, '(%d+):(%d+)') do all[#all + 1] = { from, to } end
  all[#all + 1] = { after, next }
  while #all > ${MAX_GAPS} do
    local oldest = table.remove(all, 1)
    all[1][1] = oldest[1]
  end
  local result = ''
  for _, gap in ipairs(all) do result = result .. gap[1] .. ':' .. gap[2] .. ' ' end
  return result
end

-- server, random hexadecimal digits, newest revision the caller has seen, time, the caller's time, id of the store it has served (empty: none)
local function open(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'format', 'epoch', 'revision', 'server', 'oldest', 'gaps', 'filling', 'trimmed', 'store', 'from')
  if m[1] and m[1] ~= '${FORMAT}' then return { 'format', m[1] } end
  if m[7] then return { 'filling' } end
  if m[3] and not m[1] then return { 'torn' } end
  local seen, revision, served = tonumber(args[3]), tonumber(m[3] or '0'), args[6]
  local store, from = m[9], m[10] or ''
  if not store then
    -- Written by a release without ids; or emptied, then it is the store that the caller has served.
    if m[1] or served == '' then store = args[2] else store = served end
    if m[1] then redis.call('HSET', meta, 'store', store) end
  end
  -- The revisions that the caller has given to clients mean other changes here: history begins after all of them. Once for each other store.
  local is_other = served ~= '' and served ~= store and served ~= from
  if m[1] and m[4] == args[1] and revision >= seen and not is_other then return { 'open', m[2], m[3], m[5], m[6], store } end
  local count = tonumber(string.match(m[2] or '0', '^%d+')) + 1
  local epoch, gaps = text(count) .. '-' .. args[2], m[6] or ''
  local newest = revision
  if m[1] or seen > 0 then
    check_writable(base, false, false)
    local time = now(args[4])
    newest = epoch_start(math.max(revision, seen), math.max(tonumber(time), tonumber(args[5])), args[2])
    check_revisions(newest, 0)
    append(base, text(newest), 'e', '', text(revision), time)
    gaps = with_gap(gaps, text(revision), text(newest))
  end
  local oldest = m[5] or '0'
  local trimmed = m[8] or oldest
  if is_other then oldest, from = text(newest), served end
  redis.call('HSET', meta, 'format', '${FORMAT}', 'epoch', epoch, 'revision', text(newest), 'server', args[1], 'oldest', oldest, 'trimmed', trimmed, 'gaps', gaps, 'store', store, 'from', from)
  return { 'open', epoch, text(newest), oldest, gaps, store }
end

-- epoch, writer, number of the batch, time, newest revision the caller has seen; then for each write: operation, key, expected, whether to insert the revision, head, tail, checksum
-- of the value, checksum of the entry, number of preconditions, key and revision of each. Returns the number with the outcomes: replies have no ids in RESP.
local function commit(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'epoch', 'revision')
  if m[1] ~= args[1] then return { 'epoch' } end
  local writer = base .. ':w:' .. args[2]
  local last = redis.call('GET', writer)
  if last then
    local number, outcomes = string.match(last, '^(%d+) (.*)$')
    if number == args[3] then return { 'done', outcomes, number } end
    if tonumber(number) > tonumber(args[3]) then return { 'stale' } end
  end
  -- The keys were replaced by an older copy: the caller begins a new epoch.
  if tonumber(m[2]) < tonumber(args[5]) then return { 'epoch' } end
  local kinds, writes, from = {}, 0, 6
  while from <= #args do
    kinds[args[from]] = true
    writes = writes + 1
    from = from + 9 + 2 * tonumber(args[from + 8])
  end
  check_writable(base, kinds['c'], kinds['d'])
  check_revisions(tonumber(m[2]), writes)
  local pointers, revision, time = base .. ':keys', tonumber(m[2]), now(args[4])
  local outcomes, sums = { time }, {}
  local at = 6
  while at <= #args do
    local conditions = tonumber(args[at + 8])
    local what, key, expected = args[at], args[at + 1], args[at + 2]
    local pointer = redis.call('HGET', pointers, key)
    local outcome
    if what == 'c' then
      if pointer then outcome = 'E' .. pointer end
    elseif not pointer then
      -- Damaged store: a key that has lost its revision is deleted at revision 0.
      if what ~= 'd' or expected ~= '0' or not is_ordered(base, key) then outcome = 'N' end
    elseif pointer ~= expected then outcome = 'C' .. pointer end
    for i = 1, conditions do
      if outcome then break end
      local current = redis.call('HGET', pointers, args[at + 7 + 2 * i])
      if current ~= args[at + 8 + 2 * i] then outcome = 'P' .. i .. ':' .. (current or text(revision)) end
    end
    if not outcome then
      revision = revision + 1
      outcome = text(revision)
      local value = args[at + 4]
      if args[at + 3] == '1' then value = value .. outcome .. args[at + 5] end
      redis.call('SET', base .. ':v:' .. outcome, value)
      sums[#sums + 1] = outcome
      sums[#sums + 1] = args[at + 6]
      if what == 'd' then
        redis.call('HDEL', pointers, key)
        redis.call('ZREM', base .. ':index', key)
      else
        redis.call('HSET', pointers, key, outcome)
        if what == 'c' then redis.call('ZADD', base .. ':index', 0, key) end
      end
      local kind = what == 'd' and 'd' or 'p'
      local added, failure = pcall(append, base, outcome, kind, key, pointer or '0', time, args[at + 7])
      if not added then
        -- Not rolled back by Redis, as when the right to XADD was taken away: the next write would use the revision again, for a value of another key.
        if pointer then redis.call('HSET', pointers, key, pointer) else redis.call('HDEL', pointers, key) end
        if what == 'c' then redis.call('ZREM', base .. ':index', key) end
        if what == 'd' then redis.call('ZADD', base .. ':index', 0, key) end
        redis.call('UNLINK', base .. ':v:' .. outcome)
        error(failure)
      end
    end
    outcomes[#outcomes + 1] = outcome
    at = at + 9 + 2 * conditions
  end
  if #sums > 0 then redis.call('HSET', base .. ':sums', unpack(sums)) end
  local reply = table.concat(outcomes, ' ')
  redis.call('HSET', meta, 'revision', text(revision))
  redis.call('SET', writer, args[3] .. ' ' .. reply, 'EX', 86400)
  return { 'done', reply, args[3] }
end

-- epoch, time, newest revision the caller has seen, lowest and highest key in ZRANGE syntax, limit
local function purge(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'epoch', 'revision')
  if m[1] ~= args[1] or tonumber(m[2]) < tonumber(args[3]) then return { 'epoch' } end
  check_writable(base, false, true)
  local revision, time = tonumber(m[2]), now(args[2])
  local targets = redis.call('ZRANGE', base .. ':index', args[4], args[5], 'BYLEX', 'LIMIT', '0', args[6])
  check_revisions(revision, #targets)
  for _, key in ipairs(targets) do
    revision = revision + 1
    append(base, text(revision), 'x', key, redis.call('HGET', base .. ':keys', key), time)
    redis.call('HDEL', base .. ':keys', key)
    redis.call('ZREM', base .. ':index', key)
  end
  redis.call('HSET', meta, 'revision', text(revision))
  return { 'done', tostring(#targets), text(revision) }
end

-- time, window, limit. Advances the start of history first and deletes the entries in the next call: a reader that starts at "oldest" finds its entries.
local function trim(keys, args)
  local base, meta = keys[1], keys[1] .. ':meta'
  local m = redis.call('HMGET', meta, 'oldest', 'trimmed')
  local oldest, trimmed = m[1], m[2]
  if not oldest then return { '0', '' } end
  if trimmed ~= oldest then
    local entries = redis.call('XRANGE', base .. ':log', '-', oldest .. '-0', 'COUNT', args[3])
    local values = {}
    for _, entry in ipairs(entries) do
      local kind, before = entry[2][2], entry[2][6]
      trimmed = string.match(entry[1], '^%d+')
      if kind ~= 'e' and before ~= '0' then values[#values + 1] = before end
      if kind == 'd' then values[#values + 1] = trimmed end
    end
    for _, value in ipairs(values) do redis.call('UNLINK', base .. ':v:' .. value) end
    if #values > 0 then redis.call('HDEL', base .. ':sums', unpack(values)) end
    if #entries < tonumber(args[3]) then trimmed = oldest end
    redis.call('XTRIM', base .. ':log', 'MINID', text(tonumber(trimmed) + 1) .. '-0')
    redis.call('HSET', meta, 'trimmed', trimmed)
    if trimmed ~= oldest then return { oldest, '0' } end
  end
  local time, window, due = tonumber(now(args[1])), tonumber(args[2]), ''
  local next_oldest = oldest
  local entries = redis.call('XRANGE', base .. ':log', text(tonumber(oldest) + 1) .. '-0', '+', 'COUNT', args[3])
  for _, entry in ipairs(entries) do
    local stamped = tonumber(entry[2][8])
    if math.abs(time - stamped) < window then
      due = text(stamped + window)
      break
    end
    next_oldest = string.match(entry[1], '^%d+')
  end
  if next_oldest == oldest then return { oldest, due } end
  redis.call('HSET', meta, 'oldest', next_oldest)
  if due == '' and #entries == tonumber(args[3]) then due = '0' end
  return { next_oldest, due }
end

-- number of the call, which it returns. Not declared read-only, so that a server that is no longer the primary refuses it.
local function newest(keys, args)
  local found = redis.call('HMGET', keys[1] .. ':meta', 'epoch', 'revision', 'oldest', 'gaps')
  found[5] = args[1]
  return found
end

-- A write without effect: replicas that have it have all earlier writes.
local function fence(keys, args)
  redis.call('HINCRBY', keys[1] .. ':meta', 'fence', 1)
  return newest(keys, args)
end

-- lowest and highest key in ZRANGE syntax, limit
local function page(keys, args)
  local found = redis.call('ZRANGE', keys[1] .. ':index', args[1], args[2], 'BYLEX', 'LIMIT', '0', args[3])
  if #found == 0 then return { found, {} } end
  return { found, redis.call('HMGET', keys[1] .. ':keys', unpack(found)) }
end

-- revisions, separated by spaces, and a limit in bytes. Returns the values of the first ones up to the limit, of two at least (an event and its previous value),
-- the checksums in one text, - for none, and the id of the store.
local function values(keys, args)
  local found, revisions, at = {}, {}, keys[1] .. ':v:'
  local bytes, limit = 0, tonumber(args[2])
  for revision in string.gmatch(args[1], '%d+') do
    if bytes >= limit and #revisions >= 2 then break end
    local value = redis.call('GET', at .. revision)
    revisions[#revisions + 1] = revision
    found[#found + 1] = value
    if value then bytes = bytes + #value end
  end
  local sums = redis.call('HMGET', keys[1] .. ':sums', unpack(revisions))
  for i = 1, #revisions do sums[i] = sums[i] or '-' end
  return { found, table.concat(sums, ' '), redis.call('HGET', keys[1] .. ':meta', 'store') }
end

-- key. Returns the id of the store, and the value.
local function get(keys, args)
  local store, pointer = redis.call('HGET', keys[1] .. ':meta', 'store'), redis.call('HGET', keys[1] .. ':keys', args[1])
  if not pointer then return { store } end
  return { store, pointer, redis.call('GET', keys[1] .. ':v:' .. pointer), redis.call('HGET', keys[1] .. ':sums', pointer) }
end

-- first entry, limit. Returns where to continue, and the entries whose key has an older revision, or is in the index without a revision.
local function contradictions(keys, args)
  local base, found, next = keys[1], {}, ''
  local entries = redis.call('XRANGE', base .. ':log', args[1], '+', 'COUNT', args[2])
  for _, entry in ipairs(entries) do
    local key = entry[2][4]
    if entry[2][2] ~= 'e' and key then
      local current = redis.call('HGET', base .. ':keys', key)
      if current then
        if tonumber(current) < tonumber(string.match(entry[1], '^%d+')) then found[#found + 1] = entry end
      elseif is_ordered(base, key) then found[#found + 1] = entry end
    end
  end
  if #entries == tonumber(args[2]) then next = '(' .. entries[#entries][1] end
  return { next, found }
end

-- cursor of a scan, limit. Returns the next cursor, and the keys with a revision that are not in the index, each with its revision.
local function unordered(keys, args)
  local base, found = keys[1], {}
  local scan = redis.call('HSCAN', base .. ':keys', args[1], 'COUNT', args[2])
  for at = 1, #scan[2], 2 do
    if not is_ordered(base, scan[2][at]) then
      found[#found + 1] = scan[2][at]
      found[#found + 1] = scan[2][at + 1]
    end
  end
  return { scan[1], found }
end

-- key, its newest revision (0: it was deleted), the revision of that change. Does nothing when the key has changed since.
local function repair(keys, args)
  local pointers, index, key = keys[1] .. ':keys', keys[1] .. ':index', args[1]
  local current, ordered = redis.call('HGET', pointers, key), is_ordered(keys[1], key)
  if not current and not ordered then return 0 end
  if current and tonumber(current) > tonumber(args[3]) then return 0 end
  if args[2] == '0' then
    redis.call('HDEL', pointers, key)
    redis.call('ZREM', index, key)
    return 1
  end
  if current == args[2] and ordered then return 0 end
  redis.call('HSET', pointers, key, args[2])
  redis.call('ZADD', index, 0, key)
  return 1
end

-- step (begin, put, finish), revision; for put also for each item: key, revision, value, checksum
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
    local sums = {}
    for at = 3, #args, 4 do
      if redis.call('HSETNX', base .. ':keys', args[at], args[at + 1]) == 0 then return { 'double', args[at] } end
      redis.call('ZADD', base .. ':index', 0, args[at])
      redis.call('SET', base .. ':v:' .. args[at + 1], args[at + 2])
      sums[#sums + 1] = args[at + 1]
      sums[#sums + 1] = args[at + 3]
    end
    redis.call('HSET', base .. ':sums', unpack(sums))
    return { 'done' }
  end
  redis.call('HDEL', meta, 'filling')
  redis.call('HSET', meta, 'epoch', '1-' .. args[4], 'revision', args[2], 'server', args[3], 'oldest', args[2], 'trimmed', args[2], 'gaps', '', 'store', args[5])
  return { 'done' }
end
`;

/** The functions and their flags. `callback/flag` registers a function under another name. */
const FUNCTIONS = {
  // Deletes must be possible when memory is full, also for processes that start then.
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
  contradictions: 'no-writes',
  unordered: 'no-writes',
  repair: 'allow-oom',
  fill: '',
} as const;

export type FunctionName = keyof typeof FUNCTIONS;

/**
 * Named by the hash of its content: each release loads its own library, and none replaces that of another.
 */
export const libraryName = `orch_${FORMAT}_${createHash('sha256').update(SOURCE).digest('hex').slice(0, 12)}`;

/** The name of a function in Redis. */
export const functionName = (name: FunctionName): string => `${libraryName}_${name}`;

/** The source for `FUNCTION LOAD`. */
export function librarySource(): string {
  const registered = Object.entries(FUNCTIONS).map(([name, traits]) => {
    const [callback, flag] = traits.includes('/') ? traits.split('/') : [name, traits];
    const flags = flag === '' ? '' : `, flags = { '${flag}' }`;
    return `redis.register_function{ function_name = '${libraryName}_${name}', callback = ${callback}${flags} }`;
  });
  return `#!lua name=${libraryName}\n${SOURCE}\n${registered.join('\n')}\n`;
}
