/** A reason not to start, for the person who starts it: the message is all they see. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupError';
  }
}
