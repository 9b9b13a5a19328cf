/** How far away a due date is, in words. `daysLeft` is negative when it has passed. */
export function describeDue(daysLeft: number): string {
  if (daysLeft === 0) return 'Due today';
  if (daysLeft === 1) return 'Due tomorrow';
  if (daysLeft > 0) return `Due in ${daysLeft} days`;
  return daysLeft === -1 ? '1 day overdue' : `${-daysLeft} days overdue`;
}
