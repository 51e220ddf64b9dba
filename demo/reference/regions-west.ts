/** Provinces and main cities of Europe and the Americas, in the form of regions-asia.ts. */
export const WEST: Readonly<Record<string, string>> = {
  FR: `
Île-de-France: Paris, Boulogne-Billancourt, Neuilly-sur-Seine, Versailles, Saint-Denis
Auvergne-Rhône-Alpes: Lyon, Grenoble, Annecy, Clermont-Ferrand, Saint-Étienne
Provence-Alpes-Côte d'Azur: Marseille, Nice, Cannes, Aix-en-Provence, Toulon
Nouvelle-Aquitaine: Bordeaux, Limoges, Poitiers, Biarritz
Occitanie: Toulouse, Montpellier, Nîmes
Hauts-de-France: Lille, Amiens
Grand Est: Strasbourg, Reims, Nancy, Metz
Bretagne: Rennes, Brest, Quimper
Pays de la Loire: Nantes, Angers, Le Mans
Normandie: Rouen, Caen, Deauville
Bourgogne-Franche-Comté: Dijon, Besançon
Centre-Val de Loire: Tours, Orléans
Corse: Ajaccio, Bastia`,
  GB: `
England: London, Manchester, Birmingham, Bristol, Oxford, Cambridge, Brighton, Leeds
Scotland: Edinburgh, Glasgow, Aberdeen
Wales: Cardiff, Swansea
Northern Ireland: Belfast`,
  ES: `
Comunidad de Madrid: Madrid, Alcobendas, Pozuelo de Alarcón
Cataluña: Barcelona, Girona, Sitges
Andalucía: Sevilla, Málaga, Granada, Córdoba
Comunidad Valenciana: Valencia, Alicante
País Vasco: Bilbao, San Sebastián, Vitoria-Gasteiz
Galicia: Santiago de Compostela, A Coruña, Vigo
Castilla y León: Valladolid, Salamanca
Castilla-La Mancha: Toledo
Aragón: Zaragoza
Región de Murcia: Murcia
Islas Baleares: Palma
Canarias: Las Palmas de Gran Canaria, Santa Cruz de Tenerife
Asturias: Oviedo, Gijón
Cantabria: Santander
Navarra: Pamplona
La Rioja: Logroño
Extremadura: Badajoz`,
  IT: `
Piemonte: Torino, Alessandria, Valenza
Lombardia: Milano, Bergamo, Como
Veneto: Venezia, Verona, Vicenza
Toscana: Firenze, Arezzo, Siena
Lazio: Roma
Campania: Napoli
Emilia-Romagna: Bologna, Parma
Liguria: Genova
Sicilia: Palermo, Catania
Puglia: Bari
Sardegna: Cagliari
Friuli-Venezia Giulia: Trieste
Trentino-Alto Adige: Trento, Bolzano
Umbria: Perugia
Marche: Ancona
Abruzzo: L'Aquila
Calabria: Reggio Calabria
Basilicata: Potenza
Molise: Campobasso
Valle d'Aosta: Aosta`,
  US: `
Alabama: Birmingham
Alaska: Anchorage
Arizona: Phoenix, Scottsdale
Arkansas: Little Rock
California: Los Angeles, San Francisco, Beverly Hills, San Diego
Colorado: Denver
Connecticut: Greenwich, Hartford
Delaware: Wilmington
District of Columbia: Washington
Florida: Miami, Palm Beach, Orlando
Georgia: Atlanta
Hawaii: Honolulu
Idaho: Boise
Illinois: Chicago
Indiana: Indianapolis
Iowa: Des Moines
Kansas: Wichita
Kentucky: Louisville
Louisiana: New Orleans
Maine: Portland
Maryland: Baltimore
Massachusetts: Boston, Cambridge
Michigan: Detroit
Minnesota: Minneapolis
Mississippi: Jackson
Missouri: St. Louis
Montana: Bozeman
Nebraska: Omaha
Nevada: Las Vegas
New Hampshire: Manchester
New Jersey: Jersey City, Princeton
New Mexico: Santa Fe
New York: New York, Brooklyn, Southampton
North Carolina: Charlotte
North Dakota: Fargo
Ohio: Columbus
Oklahoma: Tulsa
Oregon: Portland
Pennsylvania: Philadelphia
Rhode Island: Providence
South Carolina: Charleston
South Dakota: Sioux Falls
Tennessee: Nashville
Texas: Houston, Dallas, Austin
Utah: Salt Lake City
Vermont: Burlington
Virginia: Richmond
Washington: Seattle
West Virginia: Charleston
Wisconsin: Milwaukee
Wyoming: Jackson`,
  MX: `
Ciudad de México: Polanco, Coyoacán, Santa Fe, Roma Norte
Jalisco: Guadalajara, Zapopan
Nuevo León: Monterrey, San Pedro Garza García
Puebla: Puebla
Querétaro: Querétaro
Yucatán: Mérida
Quintana Roo: Cancún, Playa del Carmen
Guanajuato: León, San Miguel de Allende
Estado de México: Toluca, Huixquilucan
Baja California: Tijuana
Baja California Sur: La Paz, San José del Cabo
Veracruz: Xalapa
Oaxaca: Oaxaca de Juárez
Aguascalientes: Aguascalientes
Campeche: Campeche
Chiapas: Tuxtla Gutiérrez
Chihuahua: Chihuahua
Coahuila: Saltillo
Colima: Colima
Durango: Durango
Guerrero: Acapulco
Hidalgo: Pachuca
Michoacán: Morelia
Morelos: Cuernavaca
Nayarit: Tepic
San Luis Potosí: San Luis Potosí
Sinaloa: Culiacán
Sonora: Hermosillo
Tabasco: Villahermosa
Tamaulipas: Tampico
Tlaxcala: Tlaxcala
Zacatecas: Zacatecas`,
};
