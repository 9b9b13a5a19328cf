import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { isCancelled } from './api.ts';
import { askAgain, type Stale } from './ask-again.ts';
import { inCompany } from './call-company.ts';
import { companyOf } from './query-client.ts';

/** Changing call with all that follows from its end. */
interface Change<Input, Data> {
  send: (input: Input) => Promise<Data>;
  /** Toast after success; none without it. */
  done?: string | ((input: Input, data: Data) => string);
  /** Cache update with the answer, before the success toast. */
  onDone?: (client: QueryClient, data: Data, input: Input) => unknown;
  /** Toast after failure, by default the error's message; null shows none. */
  describeFailure?: (error: Error, input: Input) => string | null;
  onFailure?: (client: QueryClient, error: Error, input: Input) => unknown;
  /** Outdated answers, reloaded after failure too: somebody else may have been first. */
  changes?: readonly Stale[];
}

/** Mutation for a changing call, with its toasts and reloads. */
export function useCall<Data, Input = void>({
  send,
  done,
  onDone,
  describeFailure = describe,
  onFailure,
  changes,
}: Change<Input, Data>) {
  const client = useQueryClient();
  return useMutation({
    // About the company it began in, wherever the tab is by the time it is sent.
    mutationFn: (input: Input) => inCompany(companyOf(client), () => send(input)),
    onSuccess: async (data, input) => {
      await onDone?.(client, data, input);
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(input, data));
    },
    onError: async (error, input) => {
      const words = isCancelled(error) ? null : describeFailure(error, input);
      if (words !== null) toast.error(words);
      await onFailure?.(client, error, input);
    },
    onSettled: () => changes && askAgain(client, changes),
  });
}

/** `describeFailure` for calls whose form or page shows the failure itself. */
export function inSilence(): null {
  return null;
}

function describe({ message }: Error): string {
  return message;
}
