#!/usr/bin/env node
'use strict';
// `orch apiserver` and `orch <controller>` load their own program at once; all else is the launcher's.
const { isBuilt, load } = require('./load.cjs');

const [name] = process.argv.slice(2);
const own = new Set(['orch', 'orchctl']);
if (name !== undefined && !own.has(name) && isBuilt(name)) {
  process.argv.splice(2, 1);
  load(name);
} else {
  load('orch');
}
