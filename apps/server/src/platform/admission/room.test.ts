import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Place, Room } from './room.ts';

const SIZE = { most: 100, least: 20, patience: 1 };

test('so many are let in, one more is not, and is let in after one has left', () => {
  const room = new Room('calls', { ...SIZE, most: 2 });
  const [first] = [room.enter(), room.enter()];
  expect(room.enter()).toBeNull();
  first?.leave();
  first?.leave();
  expect(room.enter()).not.toBeNull();
  expect(room.enter()).toBeNull();
});

test('who waits for somebody else makes room, and goes on in a room that is full by then', () => {
  const room = new Room('calls', { ...SIZE, most: 1 });
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
      const room = new Room('calls', { ...SIZE, most: 100 });
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

describe('a room', () => {
  let now: number;
  let room: Room;
  let inside: Place[];

  beforeEach(() => {
    now = 10_000;
    room = new Room('calls', SIZE, () => now);
    inside = [];
  });

  /** Lets in whoever comes. @returns how many were */
  function come(count: number): number {
    const places = Array.from({ length: count }, () => room.enter()).filter((place) => place !== null);
    inside.push(...places);
    return places.length;
  }

  /** Answers so many in a second, evenly; as many as there is room for come after each. */
  function workASecond(answers: number): void {
    for (let n = 0; n < answers; n++) {
      now += 1_000 / answers;
      inside.shift()?.leave();
      come(1);
    }
  }

  test('lets a crowd in that comes at once, up to its size', () => {
    expect(come(150)).toBe(100);
  });

  test('that stays crowded lets in as many as are answered in a second', () => {
    come(100);
    for (let second = 0; second < 6; second++) workASecond(50);
    expect(room.inside).toBeGreaterThanOrEqual(48);
    expect(room.inside).toBeLessThanOrEqual(51);
  });

  test('in which little moves lets in what keeps it busy, and no more', () => {
    come(100);
    for (let second = 0; second < 40; second++) workASecond(5);
    expect(room.inside).toBe(20);
    now += 10_000;
    expect(room.enter()).toBeNull();
  });

  test('that is quick lets in as many as ever', () => {
    come(100);
    for (let second = 0; second < 5; second++) workASecond(400);
    expect(room.inside).toBe(100);
  });

  test('that was worked off lets the next crowd in', () => {
    come(100);
    for (let second = 0; second < 40; second++) workASecond(5);
    while (room.inside > 10) inside.shift()?.leave();
    expect(come(150)).toBe(90);
  });
});
