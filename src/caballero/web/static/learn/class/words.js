// The words of the page for teachers.

import { words } from "../../words.js";

/** @type {import("../../words.js").Table} */
export const SAID = {
  en: {
    forClass: "For a class",
    intro: "Choose pages of the lesson and pass on a link, or print worksheets. Nothing is sent anywhere: pupils need a browser, and an address that they can reach.",
    linkTitle: "A link for the class",
    pages: "Pages",
    page: (n, title) => `${n} ${title}`,
    side: "Board of pages 1 and 6",
    usualSide: "as in the lesson",
    sideOf: (n) => `${n} × ${n}`,
    languageOf: "Language of the link",
    en: "English",
    es: "Español",
    ordered: "In order: a page opens when those before it are solved",
    answers: "Each page has a button that shows its answer",
    copy: "Copy the link",
    open: "Open it",
    link: "Link for the class",
    copied: "The link is copied. It opens these pages, and at the end pupils can print a certificate that names them.",
    copyIt: "Copy the link from the field.",
    noPages: "Choose at least one page.",

    guide: "A lesson plan for fifty minutes",
    minutes: "Minutes",
    what: "What happens",
    with: "With",
    plan: [
      ["0–10", "Everyone plays on 5×5, from any square. Note who finished, and from where.", "Play, or a worksheet"],
      ["10–20", "Nobody finished from b1. Why? Colour the squares: 13 and 12; a tour alternates.", "page 8"],
      ["20–35", "How would a machine do it? Try a move; without a move left, take the last one back.", "pages 2 to 5"],
      ["35–45", "Go where the fewest exits are: Warnsdorff's rule, against a fixed order.", "pages 6 and 7, laboratory"],
      ["45–50", "Each pupil finishes a position by the rule, by hand.", "a worksheet"],
    ],
    planMore: "A second lesson: which tour is the best (page 9), and puzzles with one solution (page 10, Puzzles). On a projector, enlarge the page with Ctrl and +. Without internet, run “caballero site FOLDER” once and copy the folder to any web server of the school. The whole guide, with the answers to every page, is the chapter “A class with Caballero” of the documentation.",
  },
  es: {
    forClass: "Para una clase",
    intro: "Elija páginas de la lección y pase un enlace, o imprima hojas de trabajo. No se envía nada a ningún sitio: a los alumnos les bastan un navegador y una dirección a la que lleguen.",
    linkTitle: "Un enlace para la clase",
    pages: "Páginas",
    page: (n, title) => `${n} ${title}`,
    side: "Tablero de las páginas 1 y 6",
    usualSide: "como en la lección",
    sideOf: (n) => `${n} × ${n}`,
    languageOf: "Idioma del enlace",
    en: "English",
    es: "Español",
    ordered: "En orden: una página se abre cuando las anteriores están resueltas",
    answers: "Cada página tiene un botón que muestra su respuesta",
    copy: "Copiar el enlace",
    open: "Abrirlo",
    link: "Enlace para la clase",
    copied: "El enlace está copiado. Abre estas páginas, y al final los alumnos pueden imprimir un diploma que las nombra.",
    copyIt: "Copie el enlace del campo.",
    noPages: "Elija al menos una página.",

    guide: "Un plan de cincuenta minutos",
    minutes: "Minutos",
    what: "Qué se hace",
    with: "Con",
    plan: [
      ["0–10", "Cada cual juega en 5×5, desde la casilla que quiera. Anote quién ha terminado, y desde dónde.", "Jugar, o una hoja"],
      ["10–20", "Nadie ha terminado desde b1. ¿Por qué? Coloreen las casillas: 13 y 12; un recorrido las alterna.", "página 8"],
      ["20–35", "¿Cómo lo haría una máquina? Probar un movimiento; cuando no queda ninguno, deshacer el último.", "páginas 2 a 5"],
      ["35–45", "Ir adonde haya menos salidas: la regla de Warnsdorff, frente a un orden fijo.", "páginas 6 y 7, laboratorio"],
      ["45–50", "Cada alumno termina a mano una posición con la regla.", "una hoja"],
    ],
    planMore: "Una segunda clase: qué recorrido es el mejor (página 9) y pasatiempos con una sola solución (página 10, Pasatiempos). Con un proyector, amplíe la página con Ctrl y +. Sin internet, ejecute una vez «caballero site CARPETA» y copie la carpeta a cualquier servidor web del centro. La guía completa, con las respuestas de todas las páginas, es el capítulo «Una clase con Caballero» de la documentación.",
  },
};

export const say = words(SAID);
