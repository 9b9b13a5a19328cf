import { Select as LibrarySelect, type Primitive, type SelectProps } from '@mantine/core';
import { useRenderedWithList } from './use-rendered-with-list.ts';

/**
 * Select of the component library, which tells assistive technology that it is open and which list it controls
 * (R-pages-44).
 */
export function Select<Value extends Primitive = string>({ scrollAreaProps, ...select }: SelectProps<Value>) {
  const viewportRef = useRenderedWithList();
  return <LibrarySelect {...select} scrollAreaProps={{ ...scrollAreaProps, viewportRef }} />;
}
