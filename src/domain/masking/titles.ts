import { between, type Folded, LOOSE, SOFT, TIGHT, word } from './fold.ts';

const SHORT = new Set(
  'abg ac arq bqca coord dir dn dna dr dra dras dres drs enf ing kga kgo klga klgo lic mag mat mg mgs mgtr ms msc mtra mtro nut phd pdta pdte prof profa profe profes profs ps psic qf sr sra sras sres srta srtas tec tm vet'.split(
    ' ',
  ),
);
/** Each as it is said of a man, of a woman, and of several. */
const INFLECTED =
  'abogad academic alumn antropolog apoderad arquitect asociad adjunt becari bibliotecari biolog bioquimic catedratic compañer decan dietist diputad dueñ emerit encargad enfermer fonoaudiolog funcionari geograf geolog herman ingenier kinesiolog licenciad maestr matron medic mentor monitor odontolog paramedic pedagog practicant prorrector psicolog psicopedagog quimic rector secretari sociolog subdirector subrogant tecnic tecnolog terapeut tutor vecin vicedecan vicerrector doctor director codirector señor educador coordinador cocoordinador investigador coinvestigador orientador trabajador profesor facilitador relator evaluador supervisor asesor consultor gestor autor coautor colaborador fundador cofundador emprendedor ejecutor instructor expositor entrenador lector rector senador gobernador concejal'
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(' ');
const FULL = new Set([
  ...'alcalde alcaldesa asistente agente auxiliar ayudante ayudantes colega colegas conferencista decana dentista dirigente dirigenta docente docentes don dona doña dirigentes economista electricista estudiante estudiantes jefa jefas jefe jefes joven lideresa lider magister maestra matrona nutricionista periodista presidenta presidente profesional profesionales representante responsable responsables senorita señorita suplente tesista tesorera tesorero titular vicepresidenta vicepresidente'
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(' '),
  ...INFLECTED.flatMap(stem =>
    stem.endsWith('r')
      ? [stem, `${stem}a`, `${stem}es`, `${stem}as`]
      : ['o', 'a', 'os', 'as', 'e'].map(ending => stem + ending),
  ),
]);

/** Whether a stored name's word says what somebody is rather than who. */
export const isTitle = (folded: string): boolean => SHORT.has(folded) || FULL.has(folded);

const LONGEST = 18;

/** Where the word before this letter begins, parts joined by what nobody sees included. */
function startBefore({ gaps }: Folded, end: number): number {
  let start = end - 1;
  while (start > 0 && (gaps[start] ?? 0) < TIGHT && end - start < LONGEST) start -= 1;
  return start;
}

/** Where the title begins that stands before this letter, as in `Dra. Rojas` or `profesor(a) Rojas`; -1 when there is none. */
export function titleBefore(folded: Folded, index: number): number {
  if (index === 0 || (folded.gaps[index] ?? 0) < SOFT) return -1;
  const gap = between(folded, index);
  let end = index;
  let start = startBefore(folded, end);
  // `profesor(a)`, `Prof.ª`
  if (
    start > 0 &&
    end - start <= 2 &&
    folded.gaps[start] !== LOOSE &&
    /^(a|o|as|os|es)$/.test(word(folded, start, end))
  ) {
    end = start;
    start = startBefore(folded, end);
  }
  const title = word(folded, start, end);
  if (SHORT.has(title)) return /[,;!?¿¡\n]/.test(gap) ? -1 : start;
  // After a whole word a full stop ends the sentence.
  return FULL.has(title) && !/[.,;!?¿¡]\s|\n\s*\n/.test(gap) ? start : -1;
}
