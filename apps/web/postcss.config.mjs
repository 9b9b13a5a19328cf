/** For `light-dark()`, which follows the chosen colour scheme; nesting comes with it. */
export default { plugins: { 'postcss-preset-mantine': {} } };
