"""A stand-in for Calculon: the same command line and files, figures from records, and ways to go wrong."""

__version__ = '0.0-stand-in'
