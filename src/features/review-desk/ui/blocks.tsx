import { Anchor, Table, Title } from '@mantine/core';
import type { Block } from '../../../domain/kinds/print/print.ts';
import classes from './desk.module.css';

/** A text for paper, on screen: the same blocks. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map(block => <OneBlock key={JSON.stringify(block)} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  switch (block.type) {
    case 'facts':
      return (
        <dl className={classes.facts}>
          {block.facts.map(f => (
            <div key={f.label}>
              <dt>{f.label}</dt>
              <dd>{f.text}</dd>
            </div>
          ))}
        </dl>
      );
    case 'text':
      return (
        <div>
          <p className={classes.label}>{block.label}</p>
          <p className={classes.text}>{block.text}</p>
        </div>
      );
    case 'items':
      return (
        <div>
          {block.label && <p className={classes.label}>{block.label}</p>}
          <ol className={classes.items}>
            {block.items.map(item => (
              <li key={item}>{item}</li>
            ))}
          </ol>
        </div>
      );
    case 'entry':
      return (
        <div className={classes.entry}>
          <p className={classes.label}>{block.title}</p>
          <Blocks blocks={block.blocks} />
        </div>
      );
    default:
      return <BlockTable block={block} />;
  }
}

function BlockTable({ block }: { block: Extract<Block, { type: 'table' }> }) {
  const cells = (row: readonly string[]) =>
    block.columns.map(({ title, number }, n) => (
      <Table.Td key={title} ta={number ? 'right' : 'left'}>
        {row[n]}
      </Table.Td>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <figure className={classes.scroll} tabIndex={0} aria-label={block.label || 'Tabla'}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {block.columns.map(c => (
              <Table.Th key={c.title} scope="col" ta={c.number ? 'right' : 'left'}>
                {c.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {block.rows.map(row => (
            <Table.Tr key={row.join('|')}>{cells(row)}</Table.Tr>
          ))}
          {block.total && <Table.Tr fw={600}>{cells(block.total)}</Table.Tr>}
        </Table.Tbody>
      </Table>
    </figure>
  );
}

interface SectionsProps {
  sections: readonly { label: string; blocks: readonly Block[] }[];
}

const anchorOf = (place: number) => `seccion-${place + 1}`;

/** Leads to each section, in view however far the text is read. */
export function SectionJumps({ sections }: SectionsProps) {
  if (sections.length < 2) return null;
  return (
    <nav className={classes.jumps} aria-label="Secciones de la propuesta">
      <ul>
        {sections.map((section, place) => (
          <li key={section.label}>
            <Anchor href={`#${anchorOf(place)}`}>{section.label}</Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Proposal({ sections }: SectionsProps) {
  return sections.map((section, place) => (
    <section key={section.label} id={anchorOf(place)} className={classes.section}>
      <Title order={3} size="h4">
        {section.label}
      </Title>
      <Blocks blocks={section.blocks} />
    </section>
  ));
}
