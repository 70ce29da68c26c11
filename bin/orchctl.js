#!/usr/bin/env node
'use strict';
require('./load.cjs').load('orchctl');
