const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** The most frequent surnames of Chile, without accents: alone they lead to nobody. */
export const COMMON_SURNAMES = wordSet(`
  abarca abarzua acevedo acosta acuna aedo agurto aguayo aguilar aguilera aguirre ahumada alarcon albornoz alcaino
  alegria alfaro aliaga allende almonacid alvarado alvarez alvear amaya andrade angulo aracena aranda araneda
  aranguiz aravena araya arancibia arce arellano arenas arevalo arias armijo arriagada arroyo astete astorga astudillo
  avalos avendano avila avello ayala badilla baeza bahamonde bahamondes balboa barahona barraza barrera barria
  barrientos barrios bascunan basualto becerra belmar beltran benavente benavides benitez bermudez berrios betancourt
  boza bravo briones brito bustamante bustos caceres cabello cabezas cabrera cadiz calderon camacho campos candia canales
  cano caro carcamo cardenas carmona caroca carrasco carreno carrera carrillo carvajal casanova castaneda castillo castro
  catalan cavieres cea ceballos celis cerda cervantes chacon chamorro chavez cid cifuentes cisterna cisternas concha
  contreras cordero cordova cornejo corona correa cortes cortez cruz cubillos cuevas delgado diaz donoso donaire duarte
  duran echeverria elgueta encina escalona escobar espejo espinosa espinoza esparza estay farias faundez fernandez
  ferrada ferreira figueroa flores fonseca fredes fritz fuentealba fuentes fuenzalida gaete gajardo galaz galdames
  galleguillos gallardo gallegos galvez gamboa garay garces garcia garrido gatica godoy gomez gongora gonzales gonzalez
  gormaz guajardo guerra guerrero guevara gutierrez guzman henriquez hernandez herrera hidalgo huerta hurtado ibacache
  ibanez ibarra illanes inostroza iturra jara jaramillo jeldres jerez jimenez jorquera lagos lara larenas lazo
  leal leiva leyton lillo lizama lizana llanos lobos lopez loyola lozano lucero luna machuca madrid maldonado
  mancilla mansilla mardones marin marquez martinez matamala matus maturana maureira medel medina mejias melendez mella
  melo mena mendez mendoza meneses mesa meza millan miranda molina monsalve monsalves montecinos montenegro montero
  montoya mora moraga morales moreno moya munoz murillo naranjo navarrete navarro neira nieto norambuena
  novoa nunez obreque ojeda olate olave olguin oliva olivares olivera olmos opazo ordenes orellana orostica ormeno
  orrego ortega ortiz osorio osses otarola oyarce oyarzo oyarzun pacheco padilla paez palacios palma palominos parada
  paredes parra pasten pavez pena penaloza peralta pereira perez pino pinto pizarro plaza poblete ponce pozo prado
  puebla quezada quinones quintana quinteros quiroga quiroz ramirez ramos rebolledo recabarren retamal reyes riffo
  rios riquelme rivas rivera riveros robles roa robledo roco rodriguez rojas roldan roman romero rosales rosas rozas
  rubilar rubio ruiz saavedra saez salamanca salas salazar saldana saldias saldivia salgado salinas san sanchez sandoval
  sanhueza santana santander santibanez santis santos segovia seguel segura sepulveda serrano sierra silva solis solar
  soto sotomayor suarez suazo tapia tejeda toledo toloza toro torrealba torres troncoso ubilla ulloa urbina uribe
  urra urrutia urzua valderrama valdes valdebenito valdivia valencia valenzuela valladares vallejos varas varela vargas
  vasquez vega vejar velasquez velez veliz venegas vera verdejo verdugo vergara vicencio vidal vielma vilches villagra
  villagran villalobos villanueva villar villarroel villegas villena vivanco vivar yanez zambrano zamora zamorano
  zapata zarate zavala zenteno zuniga
`);

/**
 * Surnames and given names that are words of the language or places of the country, too, without accents. Alone they
 * stay, and after a title they are a name only with a capital.
 */
export const WORDS = wordSet(`
  abad abarca abril acero agua aguila alamo alamos alba alegre alegria alameda alarcon alma almendras alto alvear amable
  amador amor angel angeles araucaria arco arena arenas aroma arroyo aurora avila azucena banda barra
  barrera barreras barrios barros baron bella bello blanca blancas blanco blancos bosque botello bravo brava bravos buena
  bueno caballero cabello cabeza cabezas cabo calle calvo camino caminos campana campillo campo campos canal canales
  candela cano canto caro carmen carmona carrera carreras casa casas castilla castillo castillos castro cerda cerro
  cielo cifuentes cisterna cisternas clara claras claro claros clavel clavero colina concha conde consuelo cordero corona
  coronas correa correas corte cortes crespo cruces cruz cuadra cuadras cuesta cuevas cueva delgada delgado delgados
  diamante diana dolores domingo donoso duque encina encinas engracia enero enriqueta escudero escobar escobares espada
  espejo espejos esperanza espina espinas espino espinoza estrada estrella estrellas fe feliz ferrada fierro flor flora
  flores florida franca francas franco francos frias frio frios fuente fuentes fuerte fuertes galan gallardo gallego
  gallegos gallo garrido gloria gracia grande grandes granada guerra guerras guerrero guerreros guia herrera
  herrero hermosilla hermosillas hidalgo hierro hoyos huerta huertas huerto huertos iglesia iglesias inocencia jara
  jardin jesus juez justa justo lago lagos laguna lagunas lama lamas leal leales leiva leon leones libertad
  linda linares lira liras llano llanos llave lobo lobos lozano lucero luceros lucia luna lunas luz luces machuca madera
  maestre maestro maldonado manzano manzanos mar marca marco marcos mares margarita marina marino marinos marques mata
  matas mayo mayor mayores medina mena mercado mercados mercedes merced merino mesa mesas milagros mina minas mira
  miranda misericordia molina molinas molino monje montana monte montenegro montero montes mora moral morales moran moras
  moreno morena morenos mota muro nadal natividad naranja naranjo naranjos nieto nieves nobles noble norte nube nubes
  olivar olivares olivera olmo olmos oliva olivas ordenes oro ovalle ortega padre palacio palacios palma palmas paloma
  palomas pan parada paradas pardo pardos pared paredes parra parras parrales pascua pastor pastores pastora 
  paz pena penas peral perales peralta perla pica piedra piedras pilar pino pinos pinto plata plaza plazas polo ponte
  portales portal poza pozo pozos prada prado prados presa principe puente puentes puerta puertas puerto puertos 
  quinta quintas quintana quinteros quiroga ramos rama ramas real reales redondo refugio regina rey reyes ribera riberas
  ricas rico ricos rincon rio rios rivera riveras rivero roble robles robledo roca rocas rocha rocio rodeo roja
  rojas rojo rojos roman romana romano romero romeros rosa rosal rosales rosario rosas roza rozas rubia rubio rubios
  rueda ruedas sal sala salas salina salinas salva salvador salvo san sana santa santas santo santos sastre seco
  segura seguras seguro seguros serena serra serrano serranos sierra sierras sol solar solares soles solis soledad
  sosa soto sotos suelo tablas talavera tapia tapias tejo tierra toro toros torre torres trigo trigos trujillo
  valle valles valiente vallejo vara varas vega vegas vela velas venta ventura vera verdad verde verdes verdugo vergara
  vicente vicuna victoria vida vidal villa villas villar villanueva vina vinas violeta virgen virtudes viva vivar vivas
  yegua zapata zapatero zarzuela
  antofagasta arauco arica atacama aysen balmaceda barcelona bilbao bulnes burgos cadiz calama canete cartagena
  castro cauquenes chiloe chile chillan cobquecura coelemu coihueco colombia concepcion condes constitucion contulmo
  copiapo coquimbo coronel cordoba cordova coyhaique curico granada iquique laja lebu lima linares lota lugo madrid
  magallanes malaga maipu maule mejia mendoza merida molina mulchen murcia nacimiento navarra nuble ohiggins osorno
  palencia pamplona paraguay parral penco pichilemu portugal prat pucon pudahuel puyehue quillota quillon quilpue
  quirihue rancagua renca salamanca santiago santander segovia serena sevilla soria talca talcahuano temuco tome toledo
  toro trujillo valdivia valencia valladolid vallenar valparaiso villarrica vitoria yumbel yungay zamora zaragoza
  alemana alemania bolivia brasil caribe europa francia frances francesa espana italia mexico peru uruguay venezuela
  rural urbano urbana comunal regional nacional provincial municipal vecinal social salud escolar general central
  popular civil tecnico tecnica medico medica joven jovenes mujer mujeres adulto adulta adultos proyecto programa taller
  centro comite comunidad fundacion corporacion municipalidad agrupacion liceo colegio hospital consultorio empresa
  lider lideres mapuche lafkenche pehuenche indigena cultural deportivo deportiva ambiental educacion educativa
  comunitario comunitaria externo externa apoyo voluntario voluntaria voluntarios voluntarias equipo definir confirmar
  designar pendiente nombre apellido persona personas contacto area unidad oficina turno sede campus ninguno ninguna
`);

/** Given names that are common enough to be nobody's alone; surnames that are given names, too. */
export const GIVEN_NAMES = wordSet(`
  aaron abigail adela adriana adriano agustin agustina alan alberto alejandra alejandro alex alexandra alexis alfonso
  alfredo alicia alonso alvaro amanda amelia amparo ana anais andrea andres angela angelica angelo anibal anita antonia
  antonio antonella ariel armando arturo astrid barbara bastian beatriz belen benito benjamin bernarda bernardita
  bernardo berta boris bruno camila camilo carla carlos carmen carola carolina catalina cecilia celia cesar christian
  claudia claudio clemente constanza cristian cristina cristobal daniel daniela danilo dario david debora denisse diego
  edgardo edith eduardo elena eliana elias elisa elizabeth elsa ema emilia emiliano emilio emma enrique erica erika
  ernesto ester esteban eugenia eugenio eva evelyn fabian fabiola facundo felipe felix fernanda fernando florencia
  francisca francisco franco gabriel gabriela gaspar genesis german gerardo gilda gino giovanni gisela gladys gonzalo
  graciela guido guillermo gustavo hector helena hernan hilda hugo humberto ignacia ignacio ines ingrid irene iris irma
  isabel isabella isidora isidro israel ivan ivonne jacqueline jaime javier javiera jeannette jennifer joaquin joaquina
  johanna jonathan jorge jose josefa josefina juan juana judith julia julian juliana julieta julio karen karin karina
  karla katherine kevin laura lautaro leonardo leonor leticia lidia liliana lorena lorenzo loreto lucas luciano luis
  luisa macarena magdalena manuel manuela marcela marcelo marcia margot maria mariana mariano maribel maricel mario
  marisol marlene marta martin martina mateo matias matilde mauricio maximiliano maximo melissa michelle miguel millaray
  mireya miriam monica monserrat nadia natalia nayaret nelson nestor nicolas nicole noemi nora norma octavio olga omar
  orlando oscar pablo pamela paola patricia patricio paula paulina paulo pedro pia priscila rafael rafaela ramiro ramon
  raquel raul rebeca renata renato rene ricardo rigoberto roberto rocio rodolfo rodrigo rolando romina roxana ruben ruth
  samuel sandra sara sebastian sergio silvana silvia simon sofia sonia susana tamara teresa tomas trinidad valentina
  valeria vanesa vanessa veronica vicente victor viviana walter wilson ximena yasna yolanda
`);
