import type { CSSProperties } from 'react';
import { Toaster } from 'react-hot-toast';

const container: CSSProperties = { top: 'calc(var(--site-header-height) + 8px)' };

const toast: CSSProperties = {
  maxWidth: 420,
  color: 'var(--mantine-color-text)',
  background: 'var(--site-surface)',
  border: '1px solid var(--site-line)',
  borderRadius: 'var(--mantine-radius-md)',
  boxShadow: 'var(--mantine-shadow-md)',
  fontSize: 'var(--mantine-font-size-sm)',
};

/**
 * Toasts at the top right. The library's defaults are the rule's times: 4 s for plain and error ones, 2 s for success,
 * no limit for loading, at most 20 (R-pages-13). What can be undone has its own, in `toast-with-undo.tsx`.
 */
export function Toasts() {
  return <Toaster position="top-right" containerStyle={container} toastOptions={{ style: toast }} />;
}
