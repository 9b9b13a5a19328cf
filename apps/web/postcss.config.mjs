import { BREAKPOINTS } from './app/lib/breakpoints.ts';

const { phone, xs, sm, md, lg } = BREAKPOINTS;

/** PostCSS: `light-dark()`, which follows the chosen colour scheme, nesting, and a mixin for each range of widths. */
export default {
  plugins: {
    'postcss-preset-mantine': {
      mixins: {
        'up-to-phone': within(`width <= ${phone}`),
        'up-to-xs': within(`width <= ${xs}`),
        'up-to-sm': within(`width <= ${sm}`),
        'up-to-md': within(`width <= ${md}`),
        'up-to-lg': within(`width <= ${lg}`),
        'from-xs': within(`width >= ${xs}`),
        'from-sm': within(`width >= ${sm}`),
        'above-sm': within(`width > ${sm}`),
        'from-md': within(`width >= ${md}`),
        // Widths with the bar's menu, which the library hides from `md` on.
        'below-md': within(`width < ${md}`),
        'below-lg': within(`width < ${lg}`),
        'md-to-lg': within(`${md} <= width < ${lg}`),
      },
    },
  },
};

function within(range) {
  return { [`@media (${range})`]: { '@mixin-content': {} } };
}
