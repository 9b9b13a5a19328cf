import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Place, Room } from './room.ts';

test('so many are let in, one more is not, and is let in after one has left', () => {
  const room = new Room('calls', 2);
  const [first] = [room.enter(), room.enter()];
  expect(room.enter()).toBeNull();
  first?.leave();
  first?.leave();
  expect(room.enter()).not.toBeNull();
  expect(room.enter()).toBeNull();
});

test('who waits for somebody else makes room, and goes on in a room that is full by then', () => {
  const room = new Room('calls', 1);
  const waiting = room.enter();
  waiting?.stepAside();
  const other = room.enter();
  expect(other).not.toBeNull();
  waiting?.comeBack();
  other?.leave();
  expect(room.enter()).toBeNull();
  waiting?.leave();
  expect(room.enter()).not.toBeNull();
});

test('whatever those inside do, a place counts once while it is worked at, and never otherwise', () => {
  const acts = fc.array(fc.tuple(fc.nat(4), fc.constantFrom('enter', 'aside', 'back', 'leave')), { maxLength: 60 });
  fc.assert(
    fc.property(acts, (steps) => {
      const room = new Room('calls', Number.POSITIVE_INFINITY);
      const calls = new Map<number, { place: Place; waits: number; left: boolean }>();
      const expected = () => [...calls.values()].filter(({ waits, left }) => waits === 0 && !left).length;
      for (const [n, act] of steps) {
        const call = calls.get(n);
        if (act === 'enter' && !call) {
          const place = room.enter();
          if (place) calls.set(n, { place, waits: 0, left: false });
        } else if (call && act === 'aside') {
          call.place.stepAside();
          call.waits++;
        } else if (call && act === 'back' && call.waits > 0) {
          call.place.comeBack();
          call.waits--;
        } else if (call && act === 'leave') {
          call.place.leave();
          call.left = true;
        }
        expect(room.inside).toBe(expected());
      }
    }),
  );
});
