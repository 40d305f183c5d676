import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { paths } from '../../../../web/routing/paths.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { Pair, PairSide } from '../../merging/contract.ts';
import { FACTS, likenessWords } from './pair-words.tsx';
import classes from './pairs.module.css';

const Name = ({ side }: { side: PairSide }) => (
  <th scope="col">
    <TextLink href={paths.partner(side.id)}>{side.name}</TextLink>
    {!side.active && (
      <Text component="span" size="xs" c="dimmed" display="block" fw={400}>
        Inactiva
      </Text>
    )}
  </th>
);

/** Two organisations side by side; in what they are the same, they are quiet. */
function Sides({ a, b }: { a: PairSide; b: PairSide }) {
  return (
    <table className={classes.sides}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Dato</span>
          </th>
          <Name side={a} />
          <Name side={b} />
        </tr>
      </thead>
      <tbody>
        {FACTS.map(({ label, of }) => (
          <tr key={label} data-same={of(a) === of(b) || undefined}>
            <th scope="row">{label}</th>
            <td>{of(a) || '–'}</td>
            <td>{of(b) || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PairCardProps {
  pair: Pair;
  onMerge: () => void;
  /** Resolves when it is judged, or was refused and told. */
  onJudge: (distinct: boolean) => Promise<void>;
}

/** A pair with what can be said of it. */
export function PairCard({ pair, onMerge, onJudge }: PairCardProps) {
  const { a, b, likeness, distinctBy } = pair;
  const [busy, setBusy] = useState(false);
  const isOpen = distinctBy === null;
  const both = `${a.name} y ${b.name}`;
  const judge = async () => {
    setBusy(true);
    await onJudge(isOpen);
    setBusy(false);
  };
  return (
    <li className={classes.pair} tabIndex={-1} aria-label={both}>
      <Text size="xs" c="dimmed" mb={4}>
        {likenessWords(likeness)}
        {!isOpen && ` · ${distinctBy} indicó que son distintas`}
      </Text>
      <Sides a={a} b={b} />
      <Group gap="xs" mt="xs">
        {isOpen && (
          <Button size="compact-md" onClick={onMerge} aria-label={`Unir ${both}`}>
            Unir…
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          loading={busy}
          onClick={() => void judge()}
          aria-label={isOpen ? `Son distintas: ${both}` : `Volver a revisar ${both}`}
        >
          {isOpen ? 'Son distintas' : 'Volver a revisar'}
        </Button>
      </Group>
    </li>
  );
}
