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
 * The library's defaults are the product's: 4 s for plain and error toasts, 2 s for success, no limit for loading, at
 * most 20 (specification 1, section 9).
 */
export function Toasts() {
  return <Toaster position="top-right" containerStyle={container} toastOptions={{ style: toast }} />;
}
