import { LIMITS } from '@anupalan/contract/wire/primitives';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

type Props = Pick<TextInputProps, 'label' | 'placeholder' | 'className'> & {
  value: string;
  onSearch: (text: string) => void;
};

/**
 * Search box that reports its text once the typing pauses. It follows `value` when that changes otherwise, as by Back.
 */
export function SearchInput({ value, onSearch, ...input }: Props) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const ask = useDebouncedCallback((typed: string) => {
    asked.current = typed.trim();
    onSearch(asked.current);
  }, PAUSE_MS);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    ask.cancel();
    setText(value);
  }, [value, ask]);

  return (
    <TextInput
      {...input}
      type="search"
      maxLength={LIMITS.line}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        ask(event.currentTarget.value);
      }}
    />
  );
}
