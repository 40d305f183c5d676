import { t } from '../../i18n/i18n.ts';
import { usePage } from '../../routing/page-title.ts';
import { paths } from '../../routing/paths.ts';
import { TextLink } from '../../ui/link.tsx';
import classes from '../layout.module.css';

export function Breadcrumb() {
  const page = usePage();
  const home = { title: t('pages.home'), href: paths.home() };
  // At home there is no way to show.
  const steps = page.title === home.title ? [] : [home, ...(page.parents ?? [])];
  return (
    <nav aria-label={t('layout.breadcrumb')}>
      <ol className={classes.crumbs}>
        {steps.map(step => (
          <li key={step.title}>
            {step.href ? (
              <TextLink href={step.href} inherit c="dimmed">
                {step.title}
              </TextLink>
            ) : (
              step.title
            )}
          </li>
        ))}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}
