// What the search of the site says; Sphinx's own has no words for the number of pages found.
Documentation.addTranslations({
  locale: "es",
  messages: {
    ", in ": ", en ",
    "Hide Search Matches": "Ocultar lo encontrado",
    "Preparing search...": "Preparando la búsqueda…",
    "Search Results": "Resultados de la búsqueda",
    Searching: "Buscando",
    "Search finished, found one page matching the search query.": [
      "Se ha encontrado una página.",
      "Se han encontrado ${resultCount} páginas.",
    ],
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
      "No se ha encontrado ninguna página. Compruebe que todas las palabras están bien escritas.",
  },
  plural_expr: "n === 1 ? 0 : 1",
});
