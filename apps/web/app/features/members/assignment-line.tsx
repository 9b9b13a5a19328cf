import type { AssignmentOfScope } from '@anupalan/contract/people/assignments';
import { Button, Checkbox, Text } from '@mantine/core';
import { useChangeAssignments } from '../assignments/calls.ts';
import { PersonMark } from '../assignments/person-mark.tsx';
import { useColleagues } from '../assignments/use-colleagues.ts';
import classes from './who-does-what.module.css';

const ROLES = [
  ['responsible', 'Responsible'],
  ['deputy', 'Deputy'],
  ['checker', 'Checker'],
] as const;

type Role = (typeof ROLES)[number][0];

type Props = {
  /** The act's name, or that it is the whole company. */
  name: string;
  line: AssignmentOfScope | null;
  /** The company's own line, for an act; null where there is none, and for the company itself. */
  company: AssignmentOfScope | null;
  /** Null for who only reads. */
  onChange: (() => void) | null;
};

const EVIDENCE = 'Nothing is done without evidence';

/** What was set for the company or an act: its people, and whether a done needs evidence. */
export function AssignmentLine({ name, line, company, onChange }: Props) {
  const change = useChangeAssignments();
  const actId = line?.scope === 'act' ? line.id : null;
  const isRequired = line?.evidenceRequired ?? company?.evidenceRequired ?? false;
  const shown = change.isPending ? change.variables.evidenceRequired === true : isRequired;
  return (
    <li className={classes.line}>
      <div className={classes.name}>
        <b>{name}</b>
        {onChange && (
          <Button variant="subtle" size="compact-sm" onClick={onChange} aria-label={`Change who does what: ${name}`}>
            Change
          </Button>
        )}
      </div>
      <dl className={classes.people}>
        {ROLES.map(([role, label]) => (
          <div key={role}>
            <dt>{label}</dt>
            <dd>
              <PersonOf role={role} line={line} isCompany={actId === null} />
            </dd>
          </div>
        ))}
      </dl>
      {onChange ? (
        <Checkbox
          size="sm"
          label={EVIDENCE}
          aria-label={`${EVIDENCE}: ${name}`}
          checked={shown}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked: evidenceRequired } }) =>
            change.mutate(
              actId === null
                ? { scope: 'company', evidenceRequired }
                : { scope: 'act', ids: [actId], evidenceRequired },
            )
          }
        />
      ) : (
        isRequired && (
          <Text size="sm" c="dimmed">
            {EVIDENCE}
          </Text>
        )
      )}
    </li>
  );
}

type PersonProps = { role: Role; line: AssignmentOfScope | null; isCompany: boolean };

function PersonOf({ role, line, isCompany }: PersonProps) {
  const colleagues = useColleagues();
  const isOwners =
    role === 'responsible'
      ? isCompany && !line?.responsibleTakenAway
      : role === 'checker' && line?.checkerGone === true;
  const owner = isOwners ? colleagues?.people.find((one) => one.role === 'owner') : undefined;
  const person = colleagues?.find(line?.[role] ?? null) ?? owner;
  if (person) return <PersonMark person={person} />;
  return <span className={classes.nobody}>{isCompany ? 'Nobody' : 'As the company'}</span>;
}
