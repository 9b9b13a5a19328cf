/** Resolves in a task of its own, after what people pressed meanwhile was answered. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
