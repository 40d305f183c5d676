import { isAdmin } from '../../../domain/kit/actor.ts';
import { t } from '../../i18n/i18n.ts';
import { usePage } from '../../routing/page-title.ts';
import { paths } from '../../routing/paths.ts';
import { useSessionUser } from '../../storage.ts';
import { TextLink } from '../../ui/link.tsx';
import classes from '../layout.module.css';

export function Breadcrumb() {
  const page = usePage();
  const user = useSessionUser();
  const home = { title: t('pages.home'), href: paths.home() };
  // A group of the navigation leads nowhere, and is no step for whom the navigation has none.
  const parents = (page.parents ?? []).filter(({ href }) => href || (user && isAdmin(user)));
  // At home there is no way to show.
  const steps = page.title === home.title ? [] : [home, ...parents];
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
