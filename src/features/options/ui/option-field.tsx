import { type Option, SelectField } from '../../../web/form/choices/select-field.tsx';
import { MultiSelectField } from '../../../web/form/choices/several-field.tsx';
import { type CommonProps, useFormScope } from '../../../web/form/form.tsx';
import { useRead } from '../../../web/query.ts';
import { getCatalogues } from '../contract.ts';
import { type Search, useSearched } from './searched.tsx';

interface OptionFieldProps extends CommonProps, Pick<Search, 'noun' | 'fit' | 'known'> {}

function useOptions({ noun, fit, known, name }: OptionFieldProps) {
  const value = useFormScope().getValue(name);
  const chosen = Array.isArray(value) ? value.map(String) : value ? [String(value)] : [];
  return useSearched({ noun, fit, known, chosen });
}

/** One of a large catalogue, found by typing. */
export function OptionField(props: OptionFieldProps) {
  const { options, search, nothingFound } = useOptions(props);
  const { noun: _noun, fit: _fit, known: _known, ...common } = props;
  return <SelectField {...common} options={options} onSearch={search} nothingFound={nothingFound} />;
}

/** Several of a large catalogue. */
export function OptionsField({ max, ...props }: OptionFieldProps & { max?: number }) {
  const { options, search, nothingFound } = useOptions(props);
  const { noun: _noun, fit: _fit, known: _known, ...common } = props;
  return (
    <MultiSelectField
      {...common}
      options={options}
      onSearch={search}
      nothingFound={nothingFound}
      {...(max === undefined ? {} : { max })}
    />
  );
}

type Small = 'faculties' | 'schools';

/** Active rows of a small catalogue as options; what is chosen stays, even when it is no longer active. */
export function useSmallOptions(
  which: Small,
  chosen: readonly { id: string; name: string }[] = [],
): Option[] {
  const { data } = useRead(getCatalogues);
  const active = data?.[which] ?? [];
  const missing = chosen.filter(each => !active.some(row => row.id === each.id));
  return [...missing, ...active].map(({ id, name }) => ({ value: id, label: name }));
}

export function usePeriodOptions(chosen?: string): Option[] {
  const { data } = useRead(getCatalogues);
  const periods = new Set([...(data?.periods ?? []), ...(chosen ? [chosen] : [])]);
  return [...periods]
    .sort()
    .reverse()
    .map(value => ({ value, label: value }));
}
