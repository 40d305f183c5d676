/** Accented spellings that no rule of `names.ts` gives, or that a rule would get wrong. Lower case. */
const ACCENTED = `
acrópolis además aérea aéreas aéreo aéreos aerolínea ágil ágiles alegoría alemán algún allá ámbar ámbito
ámbitos análisis anarquía ánfora ángel ángeles ánimo anís anónima anónimo antártida antigüedad aquí árabe
árbol árboles área áreas árido áridos artesanía artesanías artículo artículos asesoría asesorías así
atmósfera auditoría auditorías autarquía autóctono automóvil automóviles avalúo avalúos azúcar bahía
barómetro bebé bebés bilingüe bilingües biogás biósfera boletín búsqueda búsquedas cadáver café cálculo
cálculos cámara cámaras cáncer cántaro capitán capítulo carácter cárcel cárceles cardíaca cardíacas cardíaco
cátedra cátedras categoría categorías cédula cédulas célula células centímetro certámenes césped ciénaga
círculo círculos cirugía ciudadanía clímax código códigos cómic cómics compañía compañías cómputo común
consultoría consultorías contemporánea contemporáneas contemporáneo contemporáneos contraloría correduría
cortesía crédito créditos crímenes cuádruple cúpula curaduría curatoría currículo currículos currículum
cutánea cutáneo débil década décima décimo déficit desagüe después detrás día diálisis diámetro días
dictámenes diéresis difícil diócesis dócil dólar dólares efímero ejército elegía émbolo energía energías
énfasis epílogo época equilátero equívoco espécimen espectáculo espectáculos espontáneo estándar
estándares estéril estímulo estímulos estratósfera estrés éter exámenes éxito éxodo éxtasis fácil fáciles
fantasía fécula fértil filántropo fórmula fórmulas fósil fósiles frágil francés fúnebre fúnebres fútbol
garantía garantías género géneros génesis gérmenes glándula glándulas glóbulo glúcidos góndola guía guías
hábil hábitat halógeno héroe héroes hidrógeno hidrósfera hipótesis húmedo ícono íconos ígnea
ígneo imágenes índice índices indígena indígenas inglés inspectoría instantáneo íntegro interés intérprete
intérpretes íntima íntimo inútil ítem ítems japonés jardín jerarquía jóvenes júbilo kilómetro kilómetros
lácteo lácteos lámina láminas lámpara lápiz láser latín legítima legítimo lejanía letanía líder líderes
límite límites línea líneas lingüística lingüísticas lingüístico lingüísticos líquido líquidos litósfera
lúmenes lúpulo magíster maíz maníaco máquina máquinas márgenes marítima marítimas marítimo marítimos mármol
más máscara máscaras máster matrícula máxima máximo mayoría mediterránea mediterráneo médula médulas melodía
melodías membresía método métodos metrópoli metrópolis miércoles milímetro mínima mínimo mínimos minoría
módulo módulos molécula moléculas monarquía móvil móviles múltiple múltiples músculo músculos náhuatl
necrópolis néctar ningún nitrógeno nódulo nómada núcleo núcleos número números océano océanos odómetro
oligarquía oráculo órbita órbitas órdenes órgano órganos orígenes ósea óseo ósmosis óvalo oxígeno página
páginas país países pájaro parábola parámetro parámetros páramo párrafo partícula partículas párvulo
párvulos pasantía pátina pátinas patógeno patógenos película películas pérdida pérdidas perímetro período
períodos pésimo pétreo petróleo petróleos piélago pingüino pirámide píxel plátano plusvalía pócima poesía
policía policíaco policías póliza pólvora portátil portátiles portugués postítulo postítulos preámbulo
préstamo préstamos prórroga próstata prótesis próxima próximo próximos psíquica psíquico púrpura quizás
raíces raíz rápida rápido récord régimen regímenes resúmenes reúso río ríos sábado sabiduría según serranía
sílabo símbolo símbolos simultánea simultáneo síndrome sinónimo síntesis soberanía sólida sólido sólidos
súbito subterránea subterráneas subterráneo subtítulo subtítulos tábano táctil táctiles también teléfono
teléfonos témpera tentáculo teoría teorías término términos termómetro título títulos todavía tórax trámite
trámites tránsito través travesía triángulo tubérculo túnel túneles tutoría tutorías última último útil
útiles utopía valentía válvula válvulas vehículo vehículos veintidós vernácula versátil vértebra vestíbulo
vía vías víbora víctima víctimas vínculo vínculos vírgenes víveres volúmenes zodíaco
`;

/** Names of people and places, and words whose ñ some systems lose. Lower case here, capital in a name. */
const PROPER = `
agustín álvarez álvaro andrés aníbal araucanía aysén bárbara belén benítez benjamín bernabé bío biobío
bogotá cáceres césar chávez chillán chiloé colbún conchalí copiapó cristóbal curacautín curacaví
curicó díaz domínguez fermín fernández garcía germán gómez gonzález gutiérrez guzmán hawái henríquez hernán
hernández hualañé hualpén ibáñez inés isaías jerónimo jesús jiménez joaquín josé juárez julián lázaro
licantén limarí longaví lópez lucía machalí maipú maría marín márquez martín martínez matías mejía méndez
mérida moisés mulchén niágara nicolás núñez órdenes ordóñez panamá parís peñalolén pérez perú quilpué
ramírez rené requínoa ríos rocío rodríguez rubén sáez sánchez sebastián suárez tarapacá tirúa tobías tomás
tomé traiguén úrsula valparaíso vásquez velásquez vélez vichuquén víctor yáñez
`;

const EXTRA_TILDE = `
espanol:español espanola:española diseno:diseño disenador:diseñador disenadora:diseñadora ensenanza:enseñanza
ensenanzas:enseñanzas ninez:niñez nino:niño nina:niña ninos:niños ninas:niñas nunoa:ñuñoa nuble:ñuble vina:viña
penaflor:peñaflor penalolen:peñalolén canete:cañete munoz:muñoz nunez:núñez ibanez:ibáñez montana:montaña
montanas:montañas
`;

/** Names and surnames of people, who are spelt by these and the ones above alone. */
const PEOPLE = `
aarón ábalos adán adrián águeda águila alarcón albarracín alcántara alemán américo anaís analía ananías ángel ángela
ángeles angélica aránguiz arévalo aróstegui ascensión asdrúbal asunción ávalos ávila avilés báez barría bastián beltrán
bermúdez bolaños bolívar bórquez brígida cádiz calderón cándida cándido cánepa cárcamo cárdenas carrión catalán cerón céspedes
chacón chavarría colón concepción consolación córdoba córdova cortés crisóstomo damián dámaris darío dávila débora durán
echavarría echeverría efraín efrén élida elías encarnación errázuriz escárate estefanía fabián falcón farías fátima félix
galán galdámez gálvez garcés garín garzón gastón gavilán gedeón giménez girón góngora guillén héctor hipólito hormazábal
íñigo íñiguez irarrázabal irarrázaval ítalo iván jaén jáuregui jazmín jeremías jonás josías josué landázuri larraín león
leónidas lizárraga luján macías malaquías máximo meléndez menéndez millán mónica monzón morán narváez nehemías nélida noé
noemí olavarría olguín ormazábal oróstica ortúzar óscar otárola oyarzún páez pavón peláez pía quirós ramón raúl rincón
río roldán román rómulo rosalía saldías salomé salomón santamaría sepúlveda serafín simón sofía solís téllez teófila
teófilo terán valdés valentín vázquez velázquez véliz verónica vidaurrázaga villagrán zacarías zárate zenón zúñiga
`;
const PEOPLE_TILDE = `
acuna:acuña avendano:avendaño briceno:briceño canete:cañete carreno:carreño castaneda:castañeda munoz:muñoz
penaloza:peñaloza saldana:saldaña villasenor:villaseñor zuniga:zúñiga
`;

const withoutAccents = (word: string) => word.replace(/[áéíóúü]/g, c => PLAIN[c] ?? c);
const PLAIN: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u' };
const words = (text: string) => text.trim().split(/\s+/);

const pairsIn = (text: string) => words(text).map(word => [withoutAccents(word), word] as const);
const tildesIn = (text: string) => words(text).map(pair => pair.split(':') as [string, string]);

/** Spelling by the word without accents. */
export const SPELLING: ReadonlyMap<string, string> = new Map([
  ...pairsIn(ACCENTED),
  ...pairsIn(PROPER),
  ...tildesIn(EXTRA_TILDE),
]);

/** The same of people's names, with a ñ or n where that is not in doubt: other words may be surnames as they stand. */
export const PERSONAL: ReadonlyMap<string, string> = new Map([
  ...[...pairsIn(PROPER), ...pairsIn(PEOPLE)].flatMap(([bare, word]): [string, string][] =>
    /[nú]ñez|áñez|óñez/.test(word)
      ? [
          [bare, word],
          [bare.replaceAll('ñ', 'n'), word],
        ]
      : [[bare, word]],
  ),
  ...tildesIn(PEOPLE_TILDE),
]);

/** Words that look like they follow an accent rule and do not. */
export const UNACCENTED: ReadonlySet<string> = new Set(
  words(`
  rica ricas rico ricos chica chicas chico chicos arica villarrica pica mica dominica costarrica abanico perica
  federico enrico barrica formica
  materia materias bacteria bacterias arteria arterias histeria feria ferias periferia periferias miseria seria serias
  difteria criteria
  canon plancton nylon boston washington newton hudson nelson wilson edison jackson robinson anderson johnson
  thompson con non don son icon iron milton clayton preston hamilton wellington charlton
  guion dron ion prion nigeria siberia iberia liberia valeria
  `),
);
