import { NativeSelect } from '@mantine/core';
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDotted,
  IconMessageExclamation,
} from '@tabler/icons-react';
import type { SectionSlug } from '../../../domain/sections/index.ts';
import { PageLink } from '../../../web/ui/link.tsx';
import classes from './ficha.module.css';
import type { ShownSection } from './section-list.tsx';

interface NavProps {
  sections: readonly ShownSection[];
  current: SectionSlug | null;
  hrefOf: (section: SectionSlug) => string;
  onGo: (section: SectionSlug) => void;
  /** Ticks only mean something while there is something to complete. */
  withProgress: boolean;
}

function state({ done, total, open, filled, gaps }: ShownSection): {
  words: string;
  icon: typeof IconCircle;
  tone: string;
} {
  if (open > 0) {
    const words = open === 1 ? '1 observación por responder' : `${open} observaciones por responder`;
    return { words, icon: IconMessageExclamation, tone: 'open' };
  }
  if (gaps > 0) {
    const words = gaps === 1 ? '1 dato para el informe' : `${gaps} datos para el informe`;
    return { words, icon: IconCircle, tone: 'todo' };
  }
  if (total === 0 && filled) return { words: 'con datos', icon: IconCircleCheckFilled, tone: 'done' };
  if (total === 0) return { words: 'opcional', icon: IconCircleDotted, tone: 'optional' };
  if (done === total) return { words: 'completa', icon: IconCircleCheckFilled, tone: 'done' };
  return { words: `${done} de ${total} datos`, icon: IconCircle, tone: 'todo' };
}

/** What is left, in short: `2/5`, or what the final report still asks for. */
const progressOf = ({ done, total, gaps }: ShownSection): string =>
  gaps > 0 ? String(gaps) : total > 0 && done < total ? `${done}/${total}` : '';

/** The sections of the form: a list at the left, a menu on a phone. */
export function SectionNav({ sections, current, hrefOf, onGo, withProgress }: NavProps) {
  return (
    <>
      <nav className={classes.nav} aria-label="Secciones">
        <ol>
          {sections.map(section => {
            const { words, icon: Icon, tone } = state(section);
            const isCurrent = section.slug === current;
            return (
              <li key={section.slug}>
                <PageLink
                  href={hrefOf(section.slug)}
                  current={isCurrent}
                  className={isCurrent ? `${classes.item} ${classes.current}` : classes.item}
                >
                  {withProgress && <Icon size={18} aria-hidden className={classes[tone]} />}
                  <span>{section.label}</span>
                  {withProgress && <span className="visually-hidden">, {words}</span>}
                  {section.open > 0 && (
                    <span className={classes.badge} aria-hidden={withProgress || undefined}>
                      {section.open}
                      {!withProgress && <span className="visually-hidden"> por responder</span>}
                    </span>
                  )}
                  {withProgress && section.open === 0 && progressOf(section) && (
                    <span className={classes.count} aria-hidden>
                      {progressOf(section)}
                    </span>
                  )}
                </PageLink>
              </li>
            );
          })}
        </ol>
      </nav>
      <NativeSelect
        className={classes.menu ?? ''}
        aria-label="Sección"
        value={current ?? ''}
        onChange={event => {
          const chosen = sections.find(s => s.slug === event.currentTarget.value);
          if (chosen) onGo(chosen.slug);
        }}
        data={sections.map(s => ({
          value: s.slug,
          label: withProgress ? `${s.label} (${state(s).words})` : s.label,
        }))}
      />
    </>
  );
}
