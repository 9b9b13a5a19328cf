import { createTheme } from '@mantine/core';

const SYSTEM_FONTS = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans Devanagari', 'Nirmala UI', sans-serif";
const FONT = `'Inter Variable', 'Inter Rupee', 'Inter Stand-in', ${SYSTEM_FONTS}`;

/** Theme: ink blue on cool greys, one radius. Both colour schemes meet WCAG AA. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: true,
  colors: {
    ink: ['#f0f3ff', '#dfe6fd', '#bccaf9', '#98adf4', '#7f98f0', '#5f79e8', '#4560dc', '#384fc0', '#2f439c', '#27377c'],
    // Second colour of the logo, used sparingly.
    marigold: [
      '#fff7e6',
      '#ffecc7',
      '#ffd98c',
      '#fcc450',
      '#f8b122',
      '#f0a30c',
      '#d98c00',
      '#b27100',
      '#8c5800',
      '#6b4300',
    ],
    gray: [
      '#f8f9fb',
      '#f1f3f7',
      '#e6e9ef',
      '#d8dde6',
      '#bfc6d2',
      '#929bab',
      '#5d6676',
      '#474f5e',
      '#323946',
      '#1b212c',
    ],
    dark: [
      '#e4e7ed',
      '#c4cad5',
      '#9ba4b4',
      '#6f7889',
      '#475061',
      '#343b49',
      '#272d39',
      '#12151c',
      '#0e1117',
      '#0a0c10',
    ],
  },
  black: '#1b212c',
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // In a text a link can't be told by its colour alone (R-pages-45); one that stands alone asks for `hover`.
    Anchor: { defaultProps: { underline: 'always' } },
    // Unmounted while closed: a hidden list of options would answer to its input's label too.
    Combobox: { defaultProps: { keepMounted: false } },
  },
});
