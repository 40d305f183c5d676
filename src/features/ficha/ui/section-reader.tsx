import { type ReactNode, useMemo, useRef } from 'react';
import { sectionOf } from '../../../domain/sections/index.ts';
import { ScopeProvider } from '../../section-screens/ui/scope.tsx';
import { SECTION_SCREENS } from '../../section-screens/ui/sections/screens.tsx';
import classes from './ficha.module.css';
import type { ShownSection } from './section-list.tsx';
import { useJump } from './use-jump.tsx';

const NO_ERRORS = {};

interface ScopeProps {
  section: ShownSection;
  target?: string | null;
  /** The overview of the project stands above, with the drawings of the sections. */
  hasOverview?: boolean;
  children: ReactNode;
}

/** The fields and drawings inside show what is stored of a section. */
export function ReadingScope({ section, target = null, hasOverview = false, children }: ScopeProps) {
  const { slug, fields, stored } = section;
  const scope = useMemo(
    () => ({
      slug,
      prefix: '',
      fields,
      values: { ...sectionOf(slug).empty, ...stored.data },
      readOnly: true,
      hasOverview,
      target,
      errors: NO_ERRORS,
      set: () => undefined,
    }),
    [slug, fields, stored.data, target, hasOverview],
  );
  return <ScopeProvider value={scope}>{children}</ScopeProvider>;
}

interface ReaderProps {
  section: ShownSection;
  target: string | null;
  hasOverview: boolean;
}

/** A section for somebody who reads it: text, not disabled inputs. */
export function SectionReader({ section, target, hasOverview }: ReaderProps) {
  const body = useRef<HTMLDivElement>(null);
  useJump(body, target);
  const Screen = SECTION_SCREENS[section.slug];
  return (
    <div ref={body} className={classes.body}>
      <ReadingScope section={section} target={target} hasOverview={hasOverview}>
        <Screen />
      </ReadingScope>
    </div>
  );
}
