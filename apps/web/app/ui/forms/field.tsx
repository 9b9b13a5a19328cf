import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ComponentProps, ElementType, ReactNode } from 'react';

/** Part of a form that its fields need. */
export interface FormOf<Typed> {
  getValues: () => Typed;
  getInputProps: (name: string) => GetInputPropsReturnType;
  key: (name: string) => string;
}

type Name<Typed> = keyof Typed & string;

type Props<Typed, Input extends ElementType> = Omit<
  ComponentProps<Input>,
  'form' | 'name' | 'as' | 'label' | 'hint'
> & {
  form: FormOf<Typed>;
  /** Key of the form's values, or a path that starts with one. */
  name: Name<Typed> | `${Name<Typed>}.${string}`;
  /** Input component; a text input unless named. */
  as?: Input;
  label: ReactNode;
  /** Description below the input. */
  hint?: ReactNode;
};

/** Input of a form, bound to its value, with label, description and fault. */
export function Field<Typed, Input extends ElementType = typeof TextInput>(props: Props<Typed, Input>) {
  const { form, name, as: Input = TextInput, hint, ...own } = props;
  return (
    <Input
      {...form.getInputProps(name)}
      {...(hint && { description: hint, inputWrapperOrder: ['label', 'input', 'description', 'error'] })}
      {...own}
      key={form.key(name)}
    />
  );
}
