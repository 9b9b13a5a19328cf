import { useLocalStorage } from '@mantine/hooks';
import { z } from 'zod';

/** By column id, in px. */
const Widths = z.record(z.string(), z.number());

/** The widths that somebody gave the columns of a table, remembered by the browser. */
export function useColumnWidths(storageKey: string) {
  return useLocalStorage<Record<string, number>>({
    key: storageKey,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: readWidths,
  });
}

/** Nothing, when what is stored is not what was written. */
export function readWidths(stored: string | undefined): Record<string, number> {
  try {
    return Widths.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}
