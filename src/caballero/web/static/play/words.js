// The words of Play.

import { pieces, words } from "../words.js";

/** @type {Record<string, string>} */
const GROUNDS = { flat: "tablero", cylinder: "cilindro", torus: "toro" };

/** @type {import("../words.js").Table} */
export const SAID = {
  en: {
    board: (r, c, piece, closed, surface) =>
      [`Board ${r} × ${c}, ${piece}, ${closed ? "closed" : "open"} tour`, surface].filter(Boolean).join("; "),
    sides: (r, c) => `${/^(8|11$|18$)/.test(`${r}`) ? "an" : "a"} ${r} × ${c}`,
    ground: (surface, sides, left) =>
      `${sides} ${surface === "flat" ? "board" : surface}${left ? ` with holes, ${pieces(left, "square", "squares")}` : ""}`,
    title: (piece, named, closed, where) => {
      const kind = closed ? "Closed" : "Open";
      return named ? `${kind} ${piece}’s tour on ${where}` : `${kind} tour of the leaper ${piece} on ${where}`;
    },
    aim: (start, end, closed) => {
      const last = [end && `end at ${end}`, closed && (end ? "a move away from the first" : "end a move away from the first")];
      const parts = [start && `begin at ${start}`, "visit every square once", last.filter(Boolean).join(", ")].filter(Boolean);
      const text = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
      return `${text[0].toUpperCase()}${text.slice(1)}.`;
    },
    joined: {
      flat: "",
      cylinder: "The left and right edges are joined (arrows): a move past one comes in at the other.",
      torus: "Edges with the same arrows are joined: a move past one comes in at the other.",
    },
    holes: "The hatched squares are holes.",
    made: (n) => `Moves made: ${n}`,
    left: (n) => `Squares left: ${n}`,
    undo: "Undo",
    redo: "Redo",
    restart: "Restart",
    helpTitle: "Help",
    canIt: "Can it still be finished?",
    why: "Compare the next squares",
    next: "Suggest a move",
    giveUp: "Give up: show a solution",
    rewind: "Back to where the tour could be finished",
    typed: "Moves, such as b3 c5",
    go: "Move",
    showTargets: "Show where the piece can go",
    share: "Link to this position",
    link: "Link",
    copied: "The link is copied.",
    copyIt: "Copy the link.",
    toOwn: "To my own game",
    kept: "Your games",
    keptNone: "The games that you begin are kept here, in this browser.",
    keptOne: (r, c, piece, closed, where, n, all) =>
      `${r} × ${c}, ${[where, piece].filter(Boolean).join(", ")}, ${closed ? "closed" : "open"} tour. Visited: ${n} of ${all}.`,
    another: "Another board",
    playHere: "Play on this board",
    rules: "Rules and keys",
    rulesText:
      "Visit every square once. Click or tap a square, drag the piece, type moves, or use the keyboard on the board:",
    keys: [
      ["Arrows", "from square to square; Home, End: ends of the row; with Ctrl: of the board; PgUp, PgDn: five rows"],
      ["Enter, space", "move there"],
      ["N, Shift + N", "to the next, the previous square that the piece can go to"],
      ["P", "to the piece"],
      ["U or Backspace, R", "undo, redo"],
    ],
    ringMeans: "A ring marks the given start, a double frame the given end.",

    choose: "Choose the first square.",
    begin: (name) => `The tour begins at ${name}.`,
    moved: (name, number, left) => `${name} is number ${number}; ${left} left.`,
    movedMany: (n, name) => `${n} squares added, up to ${name}.`,
    undone: (name) => (name ? `Back at ${name}.` : "The board is empty."),
    redone: (name) => `Forward to ${name}.`,
    restarted: "Restarted. Redo brings the moves back.",
    newBoard: "A new board.",
    loaded: "The position is restored.",
    linked: "The position of the link. Your own games are kept; this one becomes yours when you move.",
    corrected: "Now this board can be played on.",
    anyway: "You can play on it all the same.",
    badLink: "This link does not lead to a position: nothing has changed.",
    stuck: (name, left, undoable) =>
      `No move is left from ${name}, and ${pieces(left, "square has", "squares have")} not been visited${undoable ? ": undo some moves" : ""}.`,
    open: (name, first) => `Every square is visited, but no move leads from ${name} back to ${first}: the tour is not closed.`,
    won: "Every square is visited: you won!",
    checking: "Checking…",
    unjudged: "The server does not answer, so only this page has checked the tour.",

    outside: (name) => `${name} is off the board.`,
    onHole: (name) => `${name} is a hole: choose a square.`,
    isHere: (name) => `The piece is already on ${name}: choose where it goes.`,
    isVisited: (name, n) => `${name} has already been visited, as number ${n}: visit every square only once.`,
    notReached: (name, from, piece) => `From ${from}, no move of the ${piece} leads to ${name}.`,
    isEnd: (name) => `${name} is the given end: it must come last.`,
    notName: (word) => `“${word}” is not the name of a square: write a name such as b3.`,
    nothing: "Write a square first, such as b3.",

    looking: "Looking…",
    exits: "Exits of each next square. Through a thick line the tour can be finished, through a dotted one it cannot; a dashed one is not known:",
    marks: "The marks:",
    none: "No square can come next.",
    argument: "The reason, step by step",
    conclusion: (n, all) => (n < all ? `Conclusion ${n} of ${all}` : `Conclusion ${n} of ${all}: the contradiction`),
    before: "Previous step",
    after: "Next step",
    rewound: (name, n) => `Back at ${name}, number ${n}: from here the tour can be finished. Redo brings the moves back.`,
    neverCould: "This board has no such tour at all.",

    watching: "A solution from here. Your game is kept.",
    watchByHand: "A solution from here, step by step. Your game is kept.",
    watched: "That was the solution.",
    busyWatching: "A solution is being shown: go back to your game, or play on from here.",
    player: "Solution",
    pause: "Pause",
    run: "Run",
    back: "Step back",
    step: "Step",
    speed: "Speed",
    mine: "Back to my game",
    adopt: "Play on from here",

    move: (n) => `number ${n}`,
    here: "the piece is here",
    isHole: "hole",
    reach: "can come next",
    exitsHere: (n) => (n === 1 ? "1 exit" : `${n} exits`),
    canFinish: "can be finished",
    cannotFinish: "cannot be finished",
    givenStart: "start",
    givenEnd: "end",
  },
  es: {
    board: (r, c, piece, closed, surface) =>
      [`Tablero ${r} × ${c}, ${piece}, recorrido ${closed ? "cerrado" : "abierto"}`, surface].filter(Boolean).join("; "),
    sides: (r, c) => `${r} × ${c}`,
    ground: (surface, sides, left) =>
      `un ${GROUNDS[surface]} de ${sides}${left ? ` con huecos, ${pieces(left, "casilla", "casillas")}` : ""}`,
    title: (piece, named, closed, where) => {
      const of = named ? (/^(alferza|dabbaba|cebra|jirafa)$/.test(piece) ? `de la ${piece}` : `del ${piece}`) : `del saltador ${piece}`;
      return `Recorrido ${closed ? "cerrado" : "abierto"} ${of} en ${where}`;
    },
    aim: (start, end, closed) => {
      const last = [end && `termine en ${end}`, closed && (end ? "a un movimiento de la primera" : "termine a un movimiento de la primera")];
      const parts = [start && `empiece en ${start}`, "visite cada casilla una vez", last.filter(Boolean).join(", ")].filter(Boolean);
      const text = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} y ${parts.at(-1)}` : parts[0];
      return `${text[0].toUpperCase()}${text.slice(1)}.`;
    },
    joined: {
      flat: "",
      cylinder: "Los bordes izquierdo y derecho están unidos (flechas): un movimiento que sale por uno entra por el otro.",
      torus: "Los bordes con las mismas flechas están unidos: un movimiento que sale por uno entra por el otro.",
    },
    holes: "Las casillas rayadas son huecos.",
    made: (n) => `Movimientos hechos: ${n}`,
    left: (n) => `Casillas por visitar: ${n}`,
    undo: "Deshacer",
    redo: "Rehacer",
    restart: "Empezar de nuevo",
    helpTitle: "Ayuda",
    canIt: "¿Aún se puede terminar?",
    why: "Comparar las casillas siguientes",
    next: "Sugerir un movimiento",
    giveUp: "Rendirse: mostrar una solución",
    rewind: "Volver a donde se podía terminar",
    typed: "Movimientos, por ejemplo b3 c5",
    go: "Mover",
    showTargets: "Mostrar adónde puede ir la pieza",
    share: "Enlace a esta posición",
    link: "Enlace",
    copied: "Enlace copiado.",
    copyIt: "Copie el enlace.",
    toOwn: "A mi partida",
    kept: "Sus partidas",
    keptNone: "Las partidas que empiece se guardan aquí, en este navegador.",
    keptOne: (r, c, piece, closed, where, n, all) =>
      `${r} × ${c}, ${[where, piece].filter(Boolean).join(", ")}, recorrido ${closed ? "cerrado" : "abierto"}. Visitadas: ${n} de ${all}.`,
    another: "Otro tablero",
    playHere: "Jugar en este tablero",
    rules: "Reglas y teclas",
    rulesText:
      "Visite cada casilla una vez. Pulse o toque una casilla, arrastre la pieza, escriba movimientos o use el teclado en el tablero:",
    keys: [
      ["Flechas", "de casilla en casilla; Inicio, Fin: extremos de la fila; con Ctrl: del tablero; RePág, AvPág: cinco filas"],
      ["Intro, espacio", "mover allí"],
      ["N, Mayús + N", "a la casilla siguiente o anterior adonde puede ir la pieza"],
      ["P", "a la pieza"],
      ["U o Retroceso, R", "deshacer, rehacer"],
    ],
    ringMeans: "Un anillo marca el inicio dado; un marco doble, el final dado.",

    choose: "Elija la primera casilla.",
    begin: (name) => `El recorrido empieza en ${name}.`,
    moved: (name, number, left) => `${name} es el número ${number}; ${left === 1 ? "queda" : "quedan"} ${left}.`,
    movedMany: (n, name) => `${n} casillas añadidas, hasta ${name}.`,
    undone: (name) => (name ? `De vuelta en ${name}.` : "El tablero está vacío."),
    redone: (name) => `Adelante, hasta ${name}.`,
    restarted: "Partida reiniciada. Con Rehacer vuelven los movimientos.",
    newBoard: "Un tablero nuevo.",
    loaded: "La posición se ha recuperado.",
    linked: "La posición del enlace. Sus partidas se conservan; esta será suya en cuanto mueva.",
    corrected: "Ahora se puede jugar en este tablero.",
    anyway: "Aun así, puede jugar en él.",
    badLink: "Este enlace no lleva a una posición: nada ha cambiado.",
    stuck: (name, left, undoable) =>
      `No queda ningún movimiento desde ${name}, y ${left === 1 ? "falta" : "faltan"} ${pieces(left, "casilla", "casillas")}${undoable ? ": deshaga algunos movimientos" : ""}.`,
    open: (name, first) => `Todas las casillas están visitadas, pero ningún movimiento lleva de ${name} a ${first}: el recorrido no es cerrado.`,
    won: "Todas las casillas están visitadas: ¡ha ganado!",
    checking: "Comprobándolo…",
    unjudged: "El servidor no responde, así que el recorrido solo lo ha comprobado esta página.",

    outside: (name) => `${name} está fuera del tablero.`,
    onHole: (name) => `${name} es un hueco: elija una casilla.`,
    isHere: (name) => `La pieza ya está en ${name}: elija adónde va.`,
    isVisited: (name, n) => `${name} ya se visitó con el número ${n}: visite cada casilla solo una vez.`,
    notReached: (name, from) => `Desde ${from}, ningún movimiento de la pieza lleva a ${name}.`,
    isEnd: (name) => `${name} es el final dado: debe ser la última.`,
    notName: (word) => `«${word}» no es el nombre de una casilla: escriba, por ejemplo, b3.`,
    nothing: "Escriba primero una casilla, por ejemplo b3.",

    looking: "Buscando…",
    exits: "Salidas de cada casilla siguiente. Por una línea gruesa el recorrido se puede terminar; por una de puntos, no; por una de rayas, no se sabe:",
    marks: "Las marcas:",
    none: "Ninguna casilla puede ser la siguiente.",
    argument: "El motivo, paso a paso",
    conclusion: (n, all) => (n < all ? `Conclusión ${n} de ${all}` : `Conclusión ${n} de ${all}: la contradicción`),
    before: "Paso anterior",
    after: "Paso siguiente",
    rewound: (name, n) => `De vuelta en ${name}, número ${n}: desde aquí se puede terminar. Con Rehacer vuelven los movimientos.`,
    neverCould: "Este tablero no tiene ningún recorrido así.",

    watching: "Una solución desde aquí. Su partida se conserva.",
    watchByHand: "Una solución desde aquí, paso a paso. Su partida se conserva.",
    watched: "Esa era la solución.",
    busyWatching: "Se está mostrando una solución: vuelva a su partida o siga jugando desde aquí.",
    player: "Solución",
    pause: "Pausa",
    run: "Reproducir",
    back: "Paso atrás",
    step: "Paso",
    speed: "Velocidad",
    mine: "Volver a mi partida",
    adopt: "Seguir jugando desde aquí",

    move: (n) => `número ${n}`,
    here: "la pieza está aquí",
    isHole: "hueco",
    reach: "puede ser la siguiente",
    exitsHere: (n) => (n === 1 ? "1 salida" : `${n} salidas`),
    canFinish: "se puede terminar",
    cannotFinish: "no se puede terminar",
    givenStart: "inicio",
    givenEnd: "final",
  },
};

export const say = words(SAID);
