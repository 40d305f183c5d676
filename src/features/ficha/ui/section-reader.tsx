import { useMemo, useRef } from 'react';
import { sectionOf } from '../../../domain/sections/index.ts';
import { ScopeProvider } from '../../section-screens/ui/scope.tsx';
import { SECTION_SCREENS } from '../../section-screens/ui/sections/screens.tsx';
import classes from './ficha.module.css';
import type { ShownSection } from './section-list.tsx';
import { useJump } from './use-jump.tsx';

const NO_ERRORS = {};

/** A section for somebody who reads it: text, not disabled inputs. */
export function SectionReader({ section, target }: { section: ShownSection; target: string | null }) {
  const body = useRef<HTMLDivElement>(null);
  useJump(body, target);
  const { slug, fields, stored } = section;
  const scope = useMemo(
    () => ({
      slug,
      prefix: '',
      fields,
      values: { ...sectionOf(slug).empty, ...stored.data },
      readOnly: true,
      target,
      errors: NO_ERRORS,
      set: () => undefined,
    }),
    [slug, fields, stored.data, target],
  );
  const Screen = SECTION_SCREENS[slug];
  return (
    <div ref={body} className={classes.body}>
      <ScopeProvider value={scope}>
        <Screen />
      </ScopeProvider>
    </div>
  );
}
