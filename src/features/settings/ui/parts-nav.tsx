import { useEffect, useId, useRef } from 'react';
import { paths } from '../../../web/routing/paths.ts';
import { PageLink } from '../../../web/ui/link.tsx';
import classes from './settings.module.css';
import type { SettingsGroup, SettingsPart } from './settings-page.tsx';

interface Props {
  groups: readonly SettingsGroup[];
  shown: SettingsPart | undefined;
}

/** The first part has the address of the page itself. */
const hrefOf = (groups: Props['groups'], { slug }: SettingsPart) =>
  paths.settings({ part: slug === groups[0]?.parts[0]?.slug ? null : slug });

/** The parts of the settings: beside the one shown; on a phone in one line above it, the one shown moved into sight. */
export function PartsNav({ groups, shown }: Props) {
  const id = useId();
  const line = useRef<HTMLElement>(null);
  const slug = shown?.slug;
  useEffect(() => {
    const link = line.current?.querySelector<HTMLElement>(`[data-part="${slug}"]`);
    if (line.current && link) line.current.scrollLeft = link.offsetLeft - line.current.clientWidth / 3;
  }, [slug]);
  return (
    <nav ref={line} className={classes.nav} aria-label="Partes de la configuración">
      {groups.map(({ title, parts }) => (
        <div key={title}>
          <p id={`${id}${title}`}>{title}</p>
          <ul aria-labelledby={`${id}${title}`}>
            {parts.map(part => (
              <li key={part.slug} data-part={part.slug}>
                <PageLink href={hrefOf(groups, part)} current={part === shown}>
                  {part.title}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
