import type { NameBook } from './names.ts';

export const FRENCH: NameBook = {
  family:
    'Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux David Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Lefebvre Faure André Mercier Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Perrin',
  given:
    'Camille Léa Manon Chloé Inès Louise Jade Emma Alice Juliette Zoé Margaux Hélène Sylvie Françoise Nathalie Céline Élodie Amélie Lucas Hugo Louis Gabriel Arthur Jules Antoine Nicolas Julien Étienne Benoît François Jean-Luc Anne-Sophie Marie-Claire Mathilde',
};

export const ENGLISH: NameBook = {
  family:
    "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Harris Martin Cooper Clarke Khan O'Brien Campbell MacLeod Bennett Hughes Edwards Foster Sullivan Murphy Bailey Reed Carter Brooks Hayes Morgan Price",
  given:
    'Olivia Amelia Isla Ava Emily Sophie Grace Charlotte Alice Freya Hannah Margaret Elizabeth Victoria Eleanor Priya Aisha Oliver George Harry Jack Noah Charlie Thomas James William Henry Edward Michael David Daniel Christopher Benjamin Samuel',
};

export const SPANISH: NameBook = {
  family:
    'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Serrano Blanco Molina Castillo Ortega Núñez',
  given:
    'Lucía Martina Sofía Paula Valeria Carmen María Ana Elena Laura Isabel Pilar Beatriz Rocío Inés Hugo Martín Lucas Mateo Daniel Pablo Álvaro Adrián David Javier Sergio Fernando Andrés Íñigo Ximena Guadalupe Alejandra Santiago',
};
