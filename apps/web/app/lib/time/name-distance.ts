/** How far a day is away: `today`, `tomorrow`, `in 5 days`, `1 day late`. @param days from today on */
export function nameDistance(days: number): string {
  if (days < 0) return days === -1 ? '1 day late' : `${-days} days late`;
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
