"""What is kept, whatever happens: databases, upgrades, full disks, killed processes, lost news."""
