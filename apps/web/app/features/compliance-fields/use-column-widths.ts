import { useLocalStorage } from '@mantine/hooks';
import { z } from 'zod';

/** Widths in px by column id. */
const Widths = z.record(z.string(), z.number());

/** Resized column widths, remembered by the browser. */
export function useColumnWidths(storageKey: string) {
  return useLocalStorage<Record<string, number>>({
    key: storageKey,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: readWidths,
  });
}

/** Stored text that isn't valid gives no widths. */
export function readWidths(stored: string | undefined): Record<string, number> {
  try {
    return Widths.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}
