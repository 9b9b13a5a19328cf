import { todayUtc } from '@anupalan/domain/calendar-day';
import { type ReactNode, Suspense } from 'react';
import { prerender } from 'react-dom/static.browser';
import { deriveRows } from '../features/compliance-items/compliance-row.ts';
import { toTrackerData } from '../features/dashboard/tracker-data.ts';
import { noteFirstScreen } from '../lib/first-screen.ts';
import { nextTask } from '../lib/next-task.ts';
import type { Profile } from '../lib/session/profile.ts';
import { FirstDashboard } from './first-dashboard.tsx';
import { readFirstAnswers } from './read-answers.ts';

/** Parameter of an address that opens an item's details, which come with the application. */
const OPENS_DETAILS = 'item';

/** HTML of a part of the page that the application takes over by itself. */
const PART = /^<!--\$-->.*<!--\/\$-->$/s;

/**
 * Draws the dashboard's first screen into the page, from the answers that the page asked for early: the HTML that a
 * server would have sent, had it known whose page it is. @returns whether it was drawn
 */
export async function drawFirstScreen(place: Element): Promise<boolean> {
  const early = globalThis.earlyAnswers;
  const address = new URLSearchParams(window.location.search);
  if (!early || address.has(OPENS_DETAILS) || !PART.test(place.innerHTML)) return false;
  const answers = await readFirstAnswers(early, isUsual);
  if (!answers) return false;
  await nextTask();
  const today = todayUtc(Temporal.Now.instant());
  const rows = deriveRows(answers.items, answers.acts, today);
  await nextTask();
  const tracker = toTrackerData({ ...answers, loading: false }, { rows, today });
  const html = await toHtml(
    <FirstDashboard early={early} profile={answers.profile} tracker={tracker} address={address} />,
  );
  if (globalThis.earlyAnswers !== early || !PART.test(html)) return false;
  place.innerHTML = html;
  noteFirstScreen({ token: early.token, company: early.company });
  return true;
}

/** Whether nothing but the dashboard is to be shown; administrators have more on it. */
function isUsual({ user, member, passkeyNeeded, mailComesBack }: Profile): boolean {
  return !user.passwordChange && user.role !== 'admin' && !member?.frozen && !passkeyNeeded && !mailComesBack;
}

async function toHtml(screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(<Suspense>{screen}</Suspense>, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return await new Response(prelude).text();
}
