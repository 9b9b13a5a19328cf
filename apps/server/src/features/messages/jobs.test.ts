import { randomUUIDv7 } from 'node:crypto';
import type { MessageKindName } from '@anupalan/contract/telling/messages';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePeople, type World } from '../../../test/people.ts';
