import { deriveRows } from '../features/compliance-items/compliance-row.ts';
import { ITEM } from '../features/dashboard/open-address.ts';
import { toTrackerData } from '../features/dashboard/tracker-data.ts';
import { noteFirstScreen } from '../lib/first-screen.ts';
import { nextTask } from '../lib/next-task.ts';
import { pause } from '../lib/pause.ts';
import type { Profile } from '../lib/session/profile.ts';
import { readToken } from '../lib/session/token.ts';
import { readToday } from '../lib/time/read-today.ts';
import { FirstDashboard } from './first-dashboard.tsx';
import { readFirstAnswers } from './read-answers.ts';
import { toHtml } from './to-html.tsx';

/** Time in ms for which answers are waited for: a slow one shall not keep the application from coming. */
const PATIENCE_MS = 2_000;

/** Time in ms between two frames. */
const FRAME_MS = 16;

/** HTML of a part of the page that the application takes over by itself. */
const PART = /^<!--\$-->.*<!--\/\$-->$/s;

/**
 * Draws the dashboard's first screen into the page, from the answers that the page asked for early: the HTML that a
 * server would have sent, had it known whose page it is. @returns whether it was drawn
 */
export async function drawFirstScreen(place: Element): Promise<boolean> {
  const early = globalThis.earlyAnswers;
  const address = new URLSearchParams(window.location.search);
  if (!early || document.hidden || address.has(ITEM)) return false;
  const prepare = async () => {
    const read = await readFirstAnswers(early, isUsual);
    if (read) await whenShown(place);
    return read;
  };
  const answers = await Promise.race([prepare(), pause(PATIENCE_MS)]);
  if (!answers) return false;
  await nextTask();
  const today = Temporal.PlainDate.from(readToday());
  const rows = deriveRows(answers.items, answers.acts, today);
  await nextTask();
  const tracker = toTrackerData({ ...answers, loading: false }, { rows, today });
  const html = toHtml(<FirstDashboard early={early} profile={answers.profile} tracker={tracker} address={address} />);
  await nextTask();
  // Somebody else may have signed in meanwhile, in another tab.
  if (globalThis.earlyAnswers !== early || readToken() !== early.token) return false;
  if (!PART.test(html) || !PART.test(place.innerHTML)) return false;
  place.innerHTML = html;
  const content = place.firstElementChild;
  if (content) noteFirstScreen({ token: early.token, company: early.company, content });
  return content !== null;
}

/** Resolves once React shows what the page has brought for a place, which it puts off to a later frame. */
async function whenShown(place: Element): Promise<void> {
  const tooLate = performance.now() + PATIENCE_MS;
  while (!PART.test(place.innerHTML) && performance.now() < tooLate) await pause(FRAME_MS);
}

/** Whether nothing but the dashboard is to be shown; administrators have more on it. */
function isUsual({ user, member, impersonatedBy, passkeyNeeded, mailComesBack }: Profile): boolean {
  const isOneself = user.role !== 'admin' && impersonatedBy === undefined;
  return isOneself && !user.passwordChange && !member?.frozen && !passkeyNeeded && !mailComesBack;
}
